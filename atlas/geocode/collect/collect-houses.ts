import { METRES, metresBetween, radians } from '../../graph/geodesy.ts'
import type { OsmData, OsmWay, Tags } from '../../osm/osm-data.ts'
import { placeOf } from '../../osm/osm-data.ts'
import type { House, StreetHouses } from '../gazetteer.ts'
import { normalise, plain, plainDigits } from '../words/normalise.ts'
import { isWeak } from '../words/short-forms.ts'
import { edits } from '../words/text-score.ts'
import type { Street } from './collect-streets.ts'
import { largestOf } from './middle.ts'
import { metresToLine, type StreetLines } from './street-lines.ts'
import { postcodeWords } from './surroundings.ts'
import type { Spot, Where } from './surroundings.ts'

/** A house farther than this from every street of its name belongs to none of them. Metres. */
const FARTHEST = 3000
/** The limit when the street is in another town. Metres. */
const BORDER = 300
/** A street with a misspelt name is found this near to the house. Metres. */
const MISSPELT_REACH = 300
/** Addresses of a street that is not on the map are one street within this distance. Metres. */
const UNMAPPED_REACH = 1500
/** A line of estimated numbers holds at most as many. */
const MOST_ESTIMATED = 200

export interface Address extends Spot {
  readonly tags: Tags
  readonly estimated?: true
}

/** All addresses: of nodes, outlines and multipolygons, and on lines of estimated numbers (addr:interpolation). */
export function* addressesOf(map: OsmData): Generator<Address> {
  const lines: OsmWay[] = []
  for (const way of map.ways) {
    if (way.tags['addr:interpolation']) lines.push(way)
    if (!way.tags['addr:housenumber']) continue
    // The middle of the outline: its first corner may be on the other side of the house.
    const places = way.nodes[0] === way.nodes.at(-1) ? way.nodes.subarray(1) : way.nodes
    let [lat, lng] = [0, 0]
    for (const place of places) {
      lat += map.lat[place]! / places.length
      lng += map.lng[place]! / places.length
    }
    yield { tags: way.tags, lat: Math.round(lat), lng: Math.round(lng) }
  }
  for (const relation of map.relations) {
    const { tags } = relation
    const middle = tags['type'] === 'multipolygon' && tags['addr:housenumber'] ? largestOf(map, relation) : undefined
    if (middle) yield { tags, lat: middle.lat, lng: middle.lng }
  }
  const onLines = new Set(lines.flatMap(({ nodes }) => [...nodes]))
  const numbered = new Map<number, Tags>()
  for (const node of map.nodes) {
    if (!node.tags['addr:housenumber']) continue
    yield node
    const place = onLines.size > 0 ? placeOf(map.ids, node.id) : -1
    if (onLines.has(place)) numbered.set(place, node.tags)
  }
  for (const line of lines) yield* estimatedOn(map, line, numbered)
}

function* estimatedOn(map: OsmData, { nodes, tags }: OsmWay, numbered: ReadonlyMap<number, Tags>): Generator<Address> {
  const kind = tags['addr:interpolation']!
  const step = kind === 'odd' || kind === 'even' ? 2 : kind === 'all' ? 1 : Number(kind)
  if (!(step > 0)) return
  let from: { at: number; number: number; tags: Tags } | undefined
  for (let at = 0; at < nodes.length; at++) {
    const here = numbered.get(nodes[at]!)
    const number = Number.parseInt(plainDigits(here?.['addr:housenumber'] ?? ''), 10)
    if (!here || !(number > 0)) continue
    if (from && from.number !== number) {
      const count = Math.floor(Math.abs(number - from.number) / step)
      const sign = number > from.number ? step : -step
      for (let k = 1; k < count && k < MOST_ESTIMATED; k++) {
        const spot = along(map, nodes.subarray(from.at, at + 1), (k * step) / Math.abs(number - from.number))
        yield {
          ...spot,
          tags: { ...from.tags, ...tags, 'addr:housenumber': String(from.number + k * sign) },
          estimated: true,
        }
      }
    }
    from = { at, number, tags: here }
  }
}

/** The spot at a share of a line's length. */
const along = (map: OsmData, nodes: Int32Array, share: number): Spot => {
  const metres = Array.from(nodes.subarray(1), (place, i) =>
    metresBetween(map.lat[nodes[i]!]!, map.lng[nodes[i]!]!, map.lat[place]!, map.lng[place]!),
  )
  let left = share * metres.reduce((sum, one) => sum + one, 0)
  for (let i = 0; i < metres.length; i++) {
    const [a, b] = [nodes[i]!, nodes[i + 1]!]
    const part = metres[i] === 0 ? 0 : Math.min(1, left / metres[i]!)
    if (left <= metres[i]! || i === metres.length - 1)
      return {
        lat: Math.round(map.lat[a]! + part * (map.lat[b]! - map.lat[a]!)),
        lng: Math.round(map.lng[a]! + part * (map.lng[b]! - map.lng[a]!)),
      }
    left -= metres[i]!
  }
  return { lat: map.lat[nodes[0]!]!, lng: map.lng[nodes[0]!]! }
}

export interface HousesDeps {
  readonly map: OsmData
  readonly streets: readonly Street[]
  readonly lines: StreetLines
  readonly at: (spot: Spot) => Where
}

/**
 * House numbers by street, and streets that only addresses know. Numbers like "1358,1360,1362" and "1473 BIS" are
 * split; a range ("12-16") stays one house. `around`: by street the words of the districts, towns and postcodes of its
 * houses.
 */
export const collectHouses = ({
  map,
  streets,
  lines,
  at,
}: HousesDeps): { houses: StreetHouses[]; unmapped: Street[]; around: Map<number, Set<string>> } => {
  const find = streetFinder(map, streets, lines)
  const byStreet = new Map<number, { where: string[]; houses: Map<string, House> }>()
  const around = new Map<number, Set<string>>()
  const unmapped = unmappedStreets(streets.length + 1)
  const keys = new Map<string, string>()
  const seen = new Map<string, readonly string[]>()
  for (const address of addressesOf(map)) {
    const { tags } = address
    const name = (tags['addr:street'] ?? tags['addr:place'] ?? '').trim()
    const where = at(address)
    const key = keys.get(name) ?? normalise(name)
    keys.set(name, key)
    const street = find(key, address, where.bounded) ?? unmapped.findOrAdd(name, key, address, where)
    if (!street) continue
    const list = byStreet.get(street.id) ?? { where: [], houses: new Map<string, House>() }
    byStreet.set(street.id, list)
    let place = list.where.indexOf(where.text)
    if (place === -1) place = list.where.push(where.text) - 1
    const told = around.get(street.id) ?? new Set<string>()
    around.set(street.id, told)
    for (const word of where.words) told.add(word)
    for (const value of [tags['addr:city'], tags['addr:postcode']]) {
      if (!value) continue
      if (!seen.has(value)) seen.set(value, toldWords(value))
      for (const word of seen.get(value)!) told.add(word)
    }
    addHouses(list.houses, address, place)
  }
  const houses = [...byStreet].map(([street, { where, houses: list }]) => ({
    street,
    where,
    houses: [...list.values()].sort((a, b) => a[0] - b[0]),
  }))
  return { houses, unmapped: unmapped.all, around }
}

/** Streets that only addresses know; `firstId` is the id of the first one. */
const unmappedStreets = (firstId: number) => {
  const all: Street[] = []
  const byKey = new Map<string, Street[]>()
  /** The street of this name near the address; undefined without a name. */
  const findOrAdd = (
    name: string,
    key: string,
    { lat, lng, tags }: Address,
    { bounded, words }: Where,
  ): Street | undefined => {
    if (key === '') return undefined
    const same = byKey.get(key) ?? []
    const known = same.find(
      (other) => other.bounded === bounded && metresBetween(other.lat, other.lng, lat, lng) < UNMAPPED_REACH,
    )
    if (known) return known
    const street: Street = {
      id: firstId + all.length,
      name,
      key,
      more: [],
      lat,
      lng,
      importance: 0.2,
      ways: [],
      bounded,
      postcode: tags['addr:postcode'],
      around: words,
    }
    all.push(street)
    byKey.set(key, [...same, street])
    return street
  }
  return { all, findOrAdd }
}

/** Adds the houses of an address to those of its street; a real house replaces an estimated one. */
const addHouses = (houses: Map<string, House>, { tags, lat, lng, estimated }: Address, where: number): void => {
  for (const part of tags['addr:housenumber']!.split(/[,;،؛]/)) {
    const label = part.trim().slice(0, 20)
    const key = plainDigits(label)
    const number = /^\d{1,6}(?!\d)/.exec(key)?.[0]
    const known = houses.get(key)
    if (!number || (known && (estimated || !known[5]))) continue
    houses.set(key, houseOf(Number(number), lat, lng, number === label ? '' : label, where, estimated))
    const inStreet = streetNumberOf(key, tags)
    if (inStreet) houses.set(`${inStreet} of ${key}`, houseOf(inStreet, lat, lng, label, where, undefined))
  }
}

/** The second number of "705/16", where it is tagged as the one in the street (Czechia, Slovakia) [design/maps-128]. */
const streetNumberOf = (label: string, tags: Tags): number | undefined => {
  const own = plainDigits(tags['addr:streetnumber'] ?? '').trim()
  return own !== '' && label.endsWith(`/${own}`) ? Number.parseInt(own, 10) || undefined : undefined
}

/** Words of a town or a postcode. */
const toldWords = (text: string): readonly string[] => (/\d/.test(text) ? postcodeWords(text) : plain(text).split(' '))

/** Without empty fields at the end. */
const houseOf = (
  number: number,
  lat: number,
  lng: number,
  label: string,
  where: number,
  estimated: true | undefined,
): House => {
  if (estimated) return [number, lat, lng, label, where, 1]
  if (where > 0) return [number, lat, lng, label, where]
  return label === '' ? [number, lat, lng] : [number, lat, lng, label]
}

/**
 * The street of an address: the nearest one of its name, in its own town first; else of the same name without words
 * such as "Avenida"; else one near it with nearly the same name. An address without a street belongs to the nearest
 * one.
 */
const streetFinder = (map: OsmData, streets: readonly Street[], lines: StreetLines) => {
  const byKey = groupBy(streets, (street) => street.key)
  const byCore = groupBy(streets, (street) => core(street.key))
  const boxes = new Map<Street, Box>()
  const boxOf = (street: Street): Box => {
    const known = boxes.get(street)
    const box = known ?? boxAround(map, street)
    if (!known) boxes.set(street, box)
    return box
  }
  return (key: string, spot: Spot, bounded: string): Street | undefined => {
    if (key === '') return lines.near(spot, MISSPELT_REACH)[0]?.street
    for (const named of [byKey.get(key), byCore.get(core(key))]) {
      if (!named) continue
      const own = nearestStreet(map, named.filter((street) => street.bounded === bounded), spot, FARTHEST, boxOf) // prettier-ignore
      // A street of this name in another town counts at its edge only.
      const found = own ?? nearestStreet(map, named, spot, bounded === '' ? FARTHEST : BORDER, boxOf)
      if (found) return found
    }
    return lines.near(spot, MISSPELT_REACH).find(({ street }) => isMisspelt(key, street.key))?.street
  }
}

const nearestStreet = (
  map: OsmData,
  streets: readonly Street[],
  spot: Spot,
  reach: number,
  boxOf: (street: Street) => Box,
): Street | undefined => {
  if (streets.length === 1) return metresToBox(boxOf(streets[0]!), spot) < reach ? streets[0] : undefined
  let best: Street | undefined
  let bestMetres = reach
  const far = streets
    .map((street) => ({ street, least: metresToBox(boxOf(street), spot) }))
    .sort((a, b) => a.least - b.least)
  for (const { street, least } of far) {
    if (least >= bestMetres) break
    const metres = Math.min(...street.ways.map(({ nodes }) => metresToLine(map, nodes, spot)))
    if (metres >= bestMetres) continue
    best = street
    bestMetres = metres
  }
  return best
}

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

const boxAround = (map: OsmData, { ways }: Street): Box => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { nodes } of ways) {
    for (const place of nodes) {
      west = Math.min(west, map.lng[place]!)
      east = Math.max(east, map.lng[place]!)
      south = Math.min(south, map.lat[place]!)
      north = Math.max(north, map.lat[place]!)
    }
  }
  return { west, south, east, north }
}

const metresToBox = ({ west, south, east, north }: Box, { lat, lng }: Spot): number => {
  const dy = Math.max(0, south - lat, lat - north) * METRES
  const dx = Math.max(0, west - lng, lng - east) * METRES * Math.cos(radians(lat))
  return Math.hypot(dx, dy)
}

const isMisspelt = (a: string, b: string): boolean =>
  a.length > 4 && Math.abs(a.length - b.length) <= 2 && edits(a, b) <= (a.length > 8 ? 2 : 1)

const core = (key: string): string => {
  const strong = key.split(' ').filter((word) => !isWeak(word))
  return strong.length > 0 ? strong.join(' ') : key
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
