import { metresBetween } from '../graph/geodesy.ts'
import type { OsmData, Tags } from '../osm/osm-data.ts'
import { collectCorners } from './collect-corners.ts'
import { collectHouses } from './collect-houses.ts'
import { collectStreets } from './collect-streets.ts'
import type { Gazetteer, GeoPlace } from './gazetteer.ts'
import { normalise } from './normalise.ts'
import { poiImportance, settlementImportance } from './poi-classes.ts'

interface Spot {
  readonly lat: number
  readonly lng: number
}
interface Thing extends Spot {
  readonly tags: Tags
}

/** Two objects of one name nearer than this are one, such as the outline of a hospital and its point. Metres. */
const SAME = 250
/** The same for an airport, which has several outlines. Metres. */
const SAME_GREAT = 2500
const SUBURB_REACH = 3000
const CITY_REACH = 40_000

export const buildGazetteer = (map: OsmData): Gazetteer => {
  const streets = collectStreets(map)
  const things = [...thingsOf(map)]
  const settlements = things.filter(({ tags }) => settlementImportance(tags) !== undefined)
  const where = contextFinder(settlements)
  const places: GeoPlace[] = streets.map(({ id, name, more, lat, lng, importance }) => ({
    id, kind: 'street', name, more, lat, lng, importance, context: where({ lat, lng }),
  })) // prettier-ignore
  for (const { tags, lat, lng } of settlements) {
    const context = where({ lat, lng }, tags['name'])
    places.push({
      id: places.length + 1,
      kind: 'area',
      name: tags['name']!,
      more: moreNames(tags),
      lat,
      lng,
      importance: settlementImportance(tags)!,
      context,
    })
  }
  for (const { tags, lat, lng, importance } of pois(things)) {
    const street =
      tags['addr:street'] && `${tags['addr:street']} ${tags['addr:housenumber']?.split(/[,;]/)[0] ?? ''}`.trim()
    const context = [street, where({ lat, lng })].filter(Boolean).join(', ')
    places.push({
      id: places.length + 1,
      kind: 'poi',
      name: tags['name']!,
      more: moreNames(tags),
      lat,
      lng,
      importance,
      context,
    })
  }
  return { places, houses: collectHouses(map, streets), corners: collectCorners(map, streets) }
}

function* thingsOf(map: OsmData): Generator<Thing> {
  yield* map.nodes
  for (const { tags, nodes } of map.ways) {
    if (!tags['name'] || tags['highway']) continue
    let lat = 0
    let lng = 0
    for (const place of nodes) {
      lat += map.lat[place]! / nodes.length
      lng += map.lng[place]! / nodes.length
    }
    yield { tags, lat: Math.round(lat), lng: Math.round(lng) }
  }
}

const moreNames = (tags: Tags): string[] => {
  const names = new Set<string>()
  for (const [key, value] of Object.entries(tags)) {
    if (/^(alt_name|short_name|old_name|official_name|loc_name|name:[a-z]{2,3}|brand)$/.test(key)) {
      for (const name of value.split(';'))
        if (normalise(name) !== normalise(tags['name']!)) names.add(name.trim().slice(0, 120))
    }
  }
  return [...names].slice(0, 12)
}

const pois = (things: readonly Thing[]): (Thing & { importance: number })[] => {
  const kept = new Map<string, (Thing & { importance: number })[]>()
  for (const thing of things) {
    if (settlementImportance(thing.tags) !== undefined) continue
    const importance = poiImportance(thing.tags)
    if (!importance) continue
    const key = normalise(thing.tags['name']!)
    if (key === '') continue
    const same = kept.get(key) ?? []
    const reach = importance >= 0.9 ? SAME_GREAT : SAME
    const twin = same.findIndex((other) => metresBetween(other.lat, other.lng, thing.lat, thing.lng) < reach)
    if (twin === -1) same.push({ ...thing, importance })
    else if (same[twin]!.importance < importance) same[twin] = { ...thing, importance }
    kept.set(key, same)
  }
  return [...kept.values()].flat()
}

/** "Centro, Montevideo": the nearest suburb and the city, without the object's own name. */
const contextFinder = (settlements: readonly Thing[]) => {
  const parts = settlements.filter(({ tags }) => /^(suburb|quarter|village)$/.test(tags['place']!))
  const cities = settlements.filter(({ tags }) => /^(city|town)$/.test(tags['place']!))
  return (spot: Spot, own?: string): string => {
    const suburb = nearest(parts, spot, SUBURB_REACH, 1)
    // A city reaches farther than a town.
    const city = nearest(cities, spot, CITY_REACH, 0.25)
    const names = [suburb?.tags['name'], city?.tags['name']].filter((name) => name !== undefined && name !== own)
    return [...new Set(names)].join(', ')
  }
}

const nearest = (things: readonly Thing[], spot: Spot, reach: number, cityFactor: number): Thing | undefined => {
  let best: Thing | undefined
  let bestMetres = reach
  for (const thing of things) {
    const factor = thing.tags['place'] === 'city' ? cityFactor : 1
    const metres = metresBetween(thing.lat, thing.lng, spot.lat, spot.lng) * factor
    if (metres < bestMetres) {
      best = thing
      bestMetres = metres
    }
  }
  return best
}
