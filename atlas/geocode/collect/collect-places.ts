import { METRES, metresBetween, radians } from '../../graph/geodesy.ts'
import { placeOf } from '../../osm/osm-data.ts'
import type { OsmData, Tags } from '../../osm/osm-data.ts'
import type { GeoPlace } from '../gazetteer.ts'
import { categoriesOf } from '../words/categories.ts'
import { normalise, plain } from '../words/normalise.ts'
import type { Boundary } from './boundaries.ts'
import type { BoundaryIndex } from './boundary-index.ts'
import { largestOf, middleOf } from './middle.ts'
import { moreNames } from './more-names.ts'
import { poiImportance, settlementImportance } from './poi-classes.ts'
import { postcodeWords } from './surroundings.ts'
import type { Where } from './surroundings.ts'

/** An object of the map that may be a place. */
export interface Thing {
  readonly tags: Tags
  readonly lat: number
  readonly lng: number
  /** Length of the diagonal of its outline, metres; 0 for a node. */
  readonly size: number
}

type Found = Thing & { readonly importance: number }

/** Two objects of one name nearer than this are one, such as the outline of a hospital and its point. Metres. */
const SAME = 250
/** The same for an airport, which has several outlines. Metres. */
const SAME_GREAT = 2500
/** Side of the cells in which places are counted. Metres. */
const BUSY = 120
/** A terminal this near to an airport is its terminal. Metres. */
const TERMINAL_REACH = 3000

/** Objects with a name, taxi ranks and terminals: nodes, outlines, and areas of several outlines. */
export const collectThings = (map: OsmData): Thing[] => {
  const things: Thing[] = []
  const isThing = (tags: Tags): boolean =>
    (tags['name'] !== undefined || tags['amenity'] === 'taxi' || tags['aeroway'] === 'terminal') &&
    (tags['highway'] === undefined || tags['highway'] === 'bus_stop')
  for (const { tags, lat, lng } of map.nodes) if (isThing(tags)) things.push({ tags, lat, lng, size: 0 })
  for (const { tags, nodes } of map.ways) if (isThing(tags)) things.push({ tags, ...middleOf(map, nodes) })
  for (const relation of map.relations) {
    const { tags } = relation
    if (!isThing(tags) || tags['boundary'] || tags['route'] || tags['type'] === 'restriction') continue
    const largest = largestOf(map, relation) ?? memberSpot(map, relation)
    if (largest) things.push({ tags, ...largest })
  }
  return things
}

/** A site or stop area without an outline is placed at its first member. */
const memberSpot = (
  map: OsmData,
  { members }: { members: readonly { kind: string; ref: number }[] },
): { lat: number; lng: number; size: number } | undefined => {
  for (const { kind, ref } of members) {
    const place = kind === 'node' ? placeOf(map.ids, ref) : kind === 'way' ? (map.waysOf(ref)[0]?.nodes[0] ?? -1) : -1
    if (place >= 0) return { lat: map.lat[place]!, lng: map.lng[place]!, size: 0 }
  }
  return undefined
}

/** Settlements and boundaries with a name. A boundary that has the name of a settlement in it is that settlement. */
export const areasOf = (
  things: readonly Thing[],
  boundaries: readonly Boundary[],
  index: BoundaryIndex,
  map: OsmData,
): { thing: Thing; importance: number; more: readonly string[] }[] => {
  const settlements = things.filter(({ tags }) => settlementImportance(tags) !== undefined)
  const areas = distinctOf(
    settlements.map((thing) => ({ ...thing, importance: settlementImportance(thing.tags)! })),
    SAME_GREAT,
  )
  const known = new Map<string, Thing[]>()
  for (const thing of areas)
    known.set(normalise(thing.tags['name']!), [...(known.get(normalise(thing.tags['name']!)) ?? []), thing])
  const more: Found[] = []
  for (const boundary of boundaries) {
    if (boundary.kind !== 'admin' || boundary.level < 6 || boundary.level > 10) continue
    const same = known.get(normalise(boundary.name)) ?? []
    if (same.some((thing) => index.around(thing).some(({ id }) => id === boundary.id))) continue
    const label = boundary.label === undefined ? -1 : placeOf(map.ids, boundary.label)
    const middle = middleOf(map, boundary.rings[0]!)
    const spot = label >= 0 ? { lat: map.lat[label]!, lng: map.lng[label]!, size: middle.size } : middle
    more.push({ tags: boundary.tags, ...spot, importance: boundary.level <= 8 ? 0.6 : 0.5 })
  }
  return [...areas, ...more].map((thing) => ({ thing, importance: thing.importance, more: moreNames(thing.tags) }))
}

/** Objects that are not settlements, each once, with the surroundings of their spot. */
export const poisOf = (
  things: readonly Thing[],
  at: (spot: Thing) => Where,
  postcodeAt: (spot: Thing) => string | undefined,
): Omit<GeoPlace, 'id'>[] => {
  const found = things.flatMap((thing): Found[] => {
    if (settlementImportance(thing.tags) !== undefined) return []
    const importance = poiImportance(thing.tags)
    if (importance === undefined) return []
    // Of two objects of one kind the larger is preferred.
    const large = thing.size > 60 ? Math.min(0.08, 0.06 * Math.log10(thing.size / 60)) : 0
    return [{ ...thing, importance: Math.min(1, importance + large) }]
  })
  busier(found)
  const terminals = found.filter(({ tags }) => tags['aeroway'] === 'terminal')
  const airports = found.filter(({ tags }) => categoriesOf(tags).includes('airport') && tags['aeroway'] === 'aerodrome')
  const near = (from: Thing, others: readonly Found[]): Found | undefined =>
    others
      .filter((other) => metresBetween(from.lat, from.lng, other.lat, other.lng) < TERMINAL_REACH + other.size / 2)
      .sort((a, b) => b.size - a.size)[0]
  const placed = found.map((thing): Found & { airport?: string } => {
    if (thing.tags['aeroway'] === 'aerodrome') {
      // People go to the terminal, not to the middle of the runway.
      const terminal = categoriesOf(thing.tags).length > 0 ? near(thing, terminals) : undefined
      return terminal ? { ...thing, lat: terminal.lat, lng: terminal.lng } : thing
    }
    if (thing.tags['aeroway'] !== 'terminal') return thing
    const airport = near(thing, airports)?.tags['name']
    const name = thing.tags['name'] ?? airport
    return { ...thing, tags: { ...thing.tags, ...(name ? { name } : {}) }, ...(airport ? { airport } : {}) }
  })
  const named = placed.flatMap((thing) => {
    if (thing.tags['name']) return [thing]
    // A terminal without a name that is at no airport, such as one of a private airfield, has nothing to be listed by.
    if (thing.tags['amenity'] !== 'taxi') return []
    return [{ ...thing, tags: { ...thing.tags, name: thing.tags['operator'] ?? 'Taxi' } }]
  })
  return distinctOf(named, SAME).map((thing) => {
    const { tags, lat, lng, importance } = thing
    const where = at(thing)
    const airport = (thing as { airport?: string }).airport
    const street =
      tags['addr:street'] && `${tags['addr:street']} ${tags['addr:housenumber']?.split(/[,;]/)[0] ?? ''}`.trim()
    const near = airport && airport !== tags['name'] ? airport : street
    return {
      kind: 'poi',
      name: tags['name']!.trim(),
      more: moreNames(tags),
      lat,
      lng,
      importance,
      context: [near, where.text].filter(Boolean).join(', '),
      around: [
        ...new Set([
          ...where.words,
          ...(near ? plain(near).split(' ') : []),
          ...postcodeWords(tags['addr:postcode'] ?? postcodeAt(thing)),
        ]),
      ],
      categories: categoriesOf(tags),
    }
  })
}

/** A terminal or station counts more the more places with a name are around it: the main one has shops. */
const busier = (found: Found[]): void => {
  const step = BUSY / METRES
  const cells = new Map<string, number>()
  const cellOf = ({ lat, lng }: Thing, row: number, column: number): string =>
    `${Math.floor(lat / step) + row} ${Math.floor((lng * Math.cos(radians(lat))) / step) + column}`
  for (const thing of found) cells.set(cellOf(thing, 0, 0), (cells.get(cellOf(thing, 0, 0)) ?? 0) + 1)
  found.forEach((thing, i) => {
    if (!categoriesOf(thing.tags).some((category) => category === 'terminal' || category === 'station')) return
    let count = 0
    for (const row of [-1, 0, 1]) for (const column of [-1, 0, 1]) count += cells.get(cellOf(thing, row, column)) ?? 0
    found[i] = { ...thing, importance: Math.min(1, thing.importance + 0.12 * Math.min(1, count / 40)) }
  })
}

/** Of objects of one name near each other the most important. */
const distinctOf = <T extends Found>(found: readonly T[], metres: number): T[] => {
  const kept = new Map<string, T[]>()
  for (const thing of found) {
    const key = normalise(thing.tags['name']!)
    if (key === '') continue
    const same = kept.get(key) ?? []
    const airport = thing.tags['aeroway'] === 'aerodrome'
    const reach = airport ? SAME_GREAT : metres
    const twin = same.findIndex(
      (other) => near(other, thing, reach) && (airport || metres !== SAME || alike(other, thing)),
    )
    if (twin === -1) same.push(thing)
    else if (same[twin]!.importance < thing.importance) same[twin] = thing
    kept.set(key, same)
  }
  return [...kept.values()].flat()
}

const near = (a: Thing, b: Thing, metres: number): boolean => {
  const high = metres / METRES
  if (Math.abs(a.lat - b.lat) > high || Math.abs(a.lng - b.lng) > high / Math.max(0.05, Math.cos(radians(a.lat))))
    return false
  return metresBetween(a.lat, a.lng, b.lat, b.lng) < metres
}

/** Keeps a bus stop apart from the hospital of the same name. */
const alike = (a: Found, b: Found): boolean => isStop(a.tags) === isStop(b.tags)
const isStop = (tags: Tags): boolean =>
  tags['highway'] === 'bus_stop' || /^(platform|stop_position|stop_area)$/.test(tags['public_transport'] ?? '')
