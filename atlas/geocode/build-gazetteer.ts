import type { OsmData } from '../osm/osm-data.ts'
import { BoundaryIndex } from './collect/boundary-index.ts'
import { collectBoundaries } from './collect/boundaries.ts'
import { collectCorners } from './collect/collect-corners.ts'
import { addressesOf, collectHouses } from './collect/collect-houses.ts'
import { areasOf, collectThings, poisOf } from './collect/collect-places.ts'
import { collectStreets } from './collect/collect-streets.ts'
import type { Street } from './collect/collect-streets.ts'
import { settlementImportance } from './collect/poi-classes.ts'
import { StreetLines } from './collect/street-lines.ts'
import { AddressGrid, postcodeWords, surroundingsOf } from './collect/surroundings.ts'
import type { Settlement, Spot, Where } from './collect/surroundings.ts'
import type { Corner, Gazetteer, GeoPlace } from './gazetteer.ts'
import { plain, postcodeKey } from './words/normalise.ts'

/** Importance of a postcode, below that of any settlement: a postcode is no address of a point. */
const POSTCODE = 0.25

type NewPlace = Omit<GeoPlace, 'id'>

/**
 * Collects what people search for: streets, house numbers, corners, settlements, places of interest, postcodes.
 * `done`: called with the share of the time that is over, measured on Porto.
 */
export const buildGazetteer = (map: OsmData, done: (share: number) => void = () => undefined): Gazetteer => {
  const boundaries = collectBoundaries(map)
  const index = new BoundaryIndex(map, boundaries)
  const things = collectThings(map)
  const grid = new AddressGrid()
  const codes = new Postcodes()
  for (const { tags, ...spot } of addressesOf(map)) {
    grid.add(spot, 'city', tags['addr:city'])
    grid.add(spot, 'suburb', tags['addr:suburb'] ?? tags['addr:neighbourhood'])
    grid.add(spot, 'postcode', tags['addr:postcode'])
    codes.add(tags['addr:postcode'], spot)
  }
  const settlements = things.filter(
    (thing): thing is Settlement & (typeof things)[number] => settlementImportance(thing.tags) !== undefined,
  )
  const { at, postcodeAt } = surroundingsOf(settlements, index, grid)
  const whereAt = (spot: Spot): string => at(spot).text
  const streets = collectStreets(map, at)
  done(0.5)
  const lines = new StreetLines(map, streets)
  const { houses, unmapped, around } = collectHouses({ map, streets, lines, at })
  for (const { street, houses: list } of houses) {
    if (street > streets.length) for (const [, lat, lng] of list) lines.addSpot(street, { lat, lng })
  }
  const corners = collectCorners(map, streets, whereAt)
  done(0.6)
  for (const { postcode, lat, lng } of streets) codes.add(postcode, { lat, lng })

  const places: GeoPlace[] = streetPlaces([...streets, ...unmapped], corners, around, at, postcodeAt)
  done(0.8)
  const add = (place: NewPlace): void => void places.push({ ...place, id: places.length + 1 })
  for (const { thing, importance, more } of areasOf(things, boundaries, index, map)) {
    const { tags, lat, lng } = thing
    const { text, words } = at(thing, tags['name'])
    add({
      kind: 'area',
      name: tags['name']!.trim(),
      more,
      lat,
      lng,
      importance,
      context: text,
      around: words,
      categories: [],
    })
  }
  for (const poi of poisOf(things, at, postcodeAt)) add(poi)
  for (const { code, ...spot } of codes.all()) {
    const { text, words } = at(spot)
    add({
      kind: 'area',
      name: code,
      more: [postcodeKey(code)],
      ...spot,
      importance: POSTCODE,
      context: text,
      around: words,
      categories: [],
    })
  }
  return { places, houses, corners, lines: lines.rows(whereAt) }
}

/**
 * Streets as places; their ids are those of the streets. Streets that would look the same in a list carry the name of
 * the most important street that meets them.
 */
const streetPlaces = (
  streets: readonly Street[],
  corners: readonly Corner[],
  told: ReadonlyMap<number, ReadonlySet<string>>,
  at: (spot: Street) => Where,
  postcodeAt: (spot: Street) => string | undefined,
): GeoPlace[] => {
  const shown = streets.map((street) => ({ street, where: at(street) }))
  const counts = new Map<string, number>()
  for (const { street, where } of shown)
    counts.set(`${street.name}\0${where.text}`, (counts.get(`${street.name}\0${where.text}`) ?? 0) + 1)
  const meeting = new Map<number, Street>()
  for (const { a, b } of corners) {
    for (const [one, other] of [[a, b], [b, a]] as const) {
      const [best, street] = [meeting.get(one), streets[other - 1]!]
      if (!best || best.importance < street.importance) meeting.set(one, street)
    }
  } // prettier-ignore
  return shown.map(({ street, where }) => {
    const { id, name, more, lat, lng, importance } = street
    const twin = counts.get(`${name}\0${where.text}`)! > 1
    const crossing = twin ? meeting.get(id)?.name : undefined
    const around = new Set([
      ...street.around,
      ...(told.get(id) ?? []),
      ...postcodeWords(street.postcode ?? postcodeAt(street)),
    ])
    return {
      id,
      kind: 'street',
      name,
      more,
      lat,
      lng,
      importance,
      context: [crossing, where.text].filter(Boolean).join(', '),
      around: [...around],
      meets: crossing ? plain(crossing).split(' ') : [],
      categories: [],
    }
  })
}

/** Postcodes with the middle of their addresses. */
class Postcodes {
  readonly #sums = new Map<string, { lat: number; lng: number; count: number }>()

  add(code: string | undefined, { lat, lng }: { lat: number; lng: number }): void {
    const text = code?.split(/[;,]/)[0]!.trim()
    if (!text || !/^(?=.*\d)[\p{L}\d][\p{L}\d -]{2,9}$/u.test(text)) return
    const sum = this.#sums.get(text) ?? { lat: 0, lng: 0, count: 0 }
    this.#sums.set(text, { lat: sum.lat + lat, lng: sum.lng + lng, count: sum.count + 1 })
  }

  *all(): Generator<{ code: string; lat: number; lng: number }> {
    for (const [code, { lat, lng, count }] of this.#sums)
      yield { code, lat: Math.round(lat / count), lng: Math.round(lng / count) }
  }
}
