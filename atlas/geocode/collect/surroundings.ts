import FlatbushIndex from 'flatbush'
import { METRES, metresBetween, radians } from '../../graph/geodesy.ts'
import type { Tags } from '../../osm/osm-data.ts'
import { normalise, plain, postcodeKey } from '../words/normalise.ts'
import type { Boundary } from './boundaries.ts'
import type { BoundaryIndex } from './boundary-index.ts'
import { moreNames } from './more-names.ts'

export interface Spot {
  readonly lat: number
  readonly lng: number
}

export interface Settlement extends Spot {
  readonly tags: Tags
}

/** The surroundings of a spot. */
export interface Where {
  /** District and town, as shown; '' when neither is known. */
  readonly text: string
  /** Words of district and town, in other languages too, and of the county. */
  readonly words: readonly string[]
  /** The town: places of one name in two towns are two places. '' when no boundary contains the spot. */
  readonly bounded: string
}

const SUBURB_REACH = 3000
const CITY_REACH = 40_000
const HAMLET_REACH = 2000
const CITY_FACTOR = 0.25
/** Side of a cell, 0.001 degrees. */
const SAME = 10_000
/** Administrative levels of towns, in most countries; above them are districts. */
const TOWN_LEVELS = [4, 8] as const
const LOWEST_DISTRICT = 11

/** Cells of addresses, 0.005 degrees: about 550 m. */
const CELL = 50_000
/** Cells around a spot that are searched for addresses. */
const RINGS = 2
const FEWEST_ADDRESSES = 3

/** The district and town given most often by the addresses of a neighbourhood. */
export class AddressGrid {
  readonly #cells = new Map<string, Map<string, number>>()

  add({ lat, lng }: Spot, field: 'city' | 'suburb' | 'postcode', value: string | undefined): void {
    const text = value?.split(';')[0]!.trim()
    if (!text) return
    const key = `${field} ${Math.floor(lat / CELL)} ${Math.floor(lng / CELL)}`
    const counts = this.#cells.get(key) ?? new Map<string, number>()
    counts.set(text, (counts.get(text) ?? 0) + 1)
    this.#cells.set(key, counts)
  }

  /** The most frequent value in the nearest cells that have any. */
  at({ lat, lng }: Spot, field: 'city' | 'suburb' | 'postcode', rings = RINGS): string | undefined {
    const [row, column] = [Math.floor(lat / CELL), Math.floor(lng / CELL)]
    for (let ring = 0; ring <= rings; ring++) {
      const sums = new Map<string, number>()
      for (let r = row - ring; r <= row + ring; r++) {
        for (let c = column - ring; c <= column + ring; c++) {
          if (Math.max(Math.abs(r - row), Math.abs(c - column)) !== ring) continue
          for (const [text, count] of this.#cells.get(`${field} ${r} ${c}`) ?? [])
            sums.set(text, (sums.get(text) ?? 0) + count)
        }
      }
      const best = [...sums].reduce<[string, number] | undefined>((a, b) => (a && a[1] >= b[1] ? a : b), undefined)
      if (best && best[1] >= FEWEST_ADDRESSES) return best[0]
    }
    return undefined
  }
}

/**
 * Finds the district and town of a spot: from the boundaries that contain it, else from addresses near it, else from
 * the nearest settlement.
 */
export const surroundingsOf = (
  settlements: readonly Settlement[],
  boundaries: BoundaryIndex,
  addresses: AddressGrid,
): { at: (spot: Spot, own?: string) => Where; postcodeAt: (spot: Spot) => string | undefined } => {
  const ofKind = (kinds: RegExp): Settlements =>
    new Settlements(settlements.filter(({ tags }) => kinds.test(tags['place']!)))
  const parts = ofKind(/^(suburb|quarter|village)$/)
  const towns = ofKind(/^(city|town)$/)
  const hamlets = ofKind(/^(hamlet|village|neighbourhood|isolated_dwelling)$/)
  const townNames = new Set(
    settlements
      .filter(({ tags }) => /^(city|town|village)$/.test(tags['place']!))
      .map(({ tags }) => normalise(tags['name']!)),
  )

  const byName = new Map<string, Settlement[]>()
  for (const settlement of settlements) {
    const same = byName.get(settlement.tags['name']!)
    if (same) same.push(settlement)
    else byName.set(settlement.tags['name']!, [settlement])
  }
  const wordsOfTags = new Map<Tags, readonly string[]>()
  const otherWords = (tags: Tags): readonly string[] => {
    const words = wordsOfTags.get(tags) ?? moreNames(tags).flatMap((name) => plain(name).split(' '))
    wordsOfTags.set(tags, words)
    return words
  }
  /** Words of the other names of a district or town around the spot: "Genf" for Genève. */
  const translated = (name: string | undefined, { lat, lng }: Spot, inside: readonly Boundary[]): readonly string[] => {
    if (name === undefined) return []
    const settlement = byName
      .get(name)
      ?.map(({ tags, ...other }) => ({ tags, metres: metresBetween(other.lat, other.lng, lat, lng) }))
      .reduce((best, one) => (one.metres < best.metres ? one : best))
    const near = settlement && settlement.metres < CITY_REACH ? [settlement] : []
    return [...inside.filter((boundary) => boundary.name === name), ...near].flatMap(({ tags }) => otherWords(tags))
  }

  const townAt = (spot: Spot, inside: readonly Boundary[]): { name: string | undefined; bounded?: Boundary } => {
    const levels = inside.filter(({ level }) => level >= TOWN_LEVELS[0] && level <= TOWN_LEVELS[1])
    // The boundary of a settlement by name; in Portugal the municipality (7), in Germany the community (8).
    const named = levels.filter(({ name }) => townNames.has(normalise(name)))
    const candidates = named.length > 0 ? named : levels.filter(({ level }) => level >= 7)
    const bounded = candidates.toSorted((a, b) => b.level - a.level)[0]
    if (bounded) return { name: bounded.name, bounded }
    return { name: addresses.at(spot, 'city') ?? towns.nearest(spot, CITY_REACH)?.tags['name'] }
  }
  const townOfPart = new Map<Settlement, string | undefined>()
  const townOf = (part: Settlement): string | undefined => {
    if (!townOfPart.has(part)) townOfPart.set(part, townAt(part, boundaries.around(part)).name)
    return townOfPart.get(part)
  }
  const districtAt = (
    spot: Spot,
    inside: readonly Boundary[],
    town: string | undefined,
    level: number,
  ): string | undefined => {
    const bounded = inside
      .filter((boundary) => boundary.level > level && boundary.level <= LOWEST_DISTRICT && boundary.name !== town)
      .toSorted((a, b) => a.level - b.level)[0]
    // A district of another town does not count, however near its middle is.
    return (
      bounded?.name ??
      addresses.at(spot, 'suburb', 0) ??
      parts.nearest(spot, SUBURB_REACH, (part) => townOf(part) === town)?.tags['name']
    )
  }
  const find = (spot: Spot, inside: readonly Boundary[], own?: string): Where => {
    const { name: town, bounded } = townAt(spot, inside)
    const district = districtAt(spot, inside, town, bounded?.level ?? TOWN_LEVELS[1])
    const part = district ?? (town ? undefined : hamlets.nearest(spot, HAMLET_REACH)?.tags['name'])
    const names = new Set([part, town].filter((name) => name !== undefined && name !== own))
    const wide = inside
      .filter(({ kind, level }) => kind === 'admin' && level > 2)
      .flatMap(({ name, more }) => [name, ...more])
    const words = new Set([
      ...[part, town, ...wide].flatMap((name) => (name ? plain(name).split(' ') : [])),
      ...[part, town].flatMap((name) => translated(name, spot, inside)),
    ])
    return { text: [...names].join(', '), words: [...words], bounded: bounded?.id ?? '' }
  }
  // All spots of a small cell in the same boundaries have the same surroundings.
  const known = new Map<string, Where>()
  const at = (spot: Spot, own?: string): Where => {
    const inside = boundaries.around(spot)
    if (own !== undefined) return find(spot, inside, own)
    const key = `${Math.floor(spot.lat / SAME)} ${Math.floor(spot.lng / SAME)} ${inside.map(({ id }) => id).join()}`
    const where = known.get(key) ?? find(spot, inside)
    known.set(key, where)
    return where
  }
  const postcodeAt = (spot: Spot): string | undefined =>
    boundaries.around(spot).find(({ kind }) => kind === 'postcode')?.name ?? addresses.at(spot, 'postcode', 0)
  return { at, postcodeAt }
}

/** Settlements of some kinds, found by distance. A city counts as four times nearer than it is: it reaches farther. */
class Settlements {
  readonly #all: readonly Settlement[]
  readonly #index: FlatbushIndex | undefined

  constructor(all: readonly Settlement[]) {
    this.#all = all
    if (all.length === 0) return
    this.#index = new FlatbushIndex(all.length)
    for (const { lat, lng } of all) this.#index.add(lng, lat, lng, lat)
    this.#index.finish()
  }

  nearest(spot: Spot, reach: number, accept?: (settlement: Settlement) => boolean): Settlement | undefined {
    if (!this.#index) return undefined
    const high = reach / CITY_FACTOR / METRES
    const wide = high / Math.max(0.05, Math.cos(radians(spot.lat)))
    let best: Settlement | undefined
    let bestMetres = reach
    for (const i of this.#index.search(spot.lng - wide, spot.lat - high, spot.lng + wide, spot.lat + high)) {
      const one = this.#all[i]!
      const factor = one.tags['place'] === 'city' ? CITY_FACTOR : 1
      const metres = metresBetween(one.lat, one.lng, spot.lat, spot.lng) * factor
      if (metres >= bestMetres || (accept && !accept(one))) continue
      best = one
      bestMetres = metres
    }
    return best
  }
}

/** Words of a postcode by which its places are found: as one word and in its parts. */
export const postcodeWords = (code: string | undefined): string[] =>
  code ? [...new Set([postcodeKey(code), ...plain(code).split(' ')])].filter((word) => word.length > 2) : []
