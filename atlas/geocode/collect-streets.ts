import { METRES, metresBetween, radians } from '../graph/geodesy.ts'
import type { OsmData, OsmWay } from '../osm/osm-data.ts'
import { normalise } from './normalise.ts'

/** One street: adjacent ways of one name. */
export interface Street {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly more: readonly string[]
  readonly lat: number
  readonly lng: number
  readonly importance: number
  readonly ways: readonly OsmWay[]
}

/** Ways of one name farther apart than this are two streets, for example in two towns. Metres. */
const APART = 3000

const CLASS: Readonly<Record<string, number>> = {
  motorway: 0.5, trunk: 0.6, primary: 0.6, secondary: 0.5, tertiary: 0.4, pedestrian: 0.4, living_street: 0.25, residential: 0.25, unclassified: 0.25,
  road: 0.2, service: 0.12, footway: 0.12, path: 0.1, track: 0.1, cycleway: 0.1, steps: 0.1,
} // prettier-ignore

export const collectStreets = (map: OsmData): Street[] => {
  const groups = new Map<string, OsmWay[]>()
  for (const way of map.ways) {
    const name = way.tags['name']
    if (!name || classOf(way) === undefined) continue
    const key = normalise(name)
    if (key === '') continue
    const group = groups.get(key)
    if (group) group.push(way)
    else groups.set(key, [way])
  }
  const streets: Street[] = []
  for (const [key, group] of groups) {
    for (const ways of together(map, group)) streets.push(streetOf(map, streets.length + 1, key, ways))
  }
  return streets
}

const classOf = (way: OsmWay): number | undefined => CLASS[way.tags['highway']?.replace(/_link$/, '') ?? '']

const spotOf = (map: OsmData, way: OsmWay): { lat: number; lng: number } => {
  const place = way.nodes[way.nodes.length >> 1]!
  return { lat: map.lat[place]!, lng: map.lng[place]! }
}

/** Joins ways with middles in the same or neighbouring cells of 3 km. */
const together = (map: OsmData, ways: readonly OsmWay[]): OsmWay[][] => {
  if (ways.length === 1) return [[...ways]]
  const cells = new Map<string, OsmWay[]>()
  for (const way of ways) {
    const { lat, lng } = spotOf(map, way)
    const key = `${Math.floor((lat * METRES) / APART)},${Math.floor((lng * METRES * Math.cos(radians(lat))) / APART)}`
    const cell = cells.get(key)
    if (cell) cell.push(way)
    else cells.set(key, [way])
  }
  const clusters: OsmWay[][] = []
  while (cells.size > 0) {
    const cluster: OsmWay[] = []
    const open = [cells.keys().next().value!]
    while (open.length > 0) {
      const key = open.pop()!
      const cell = cells.get(key)
      if (!cell) continue
      cells.delete(key)
      cluster.push(...cell)
      const [row, column] = key.split(',').map(Number)
      for (const dr of [-1, 0, 1]) for (const dc of [-1, 0, 1]) open.push(`${row! + dr},${column! + dc}`)
    }
    clusters.push(cluster)
  }
  return clusters
}

const streetOf = (map: OsmData, id: number, key: string, ways: readonly OsmWay[]): Street => {
  const spots = ways.map((way) => spotOf(map, way))
  const middle = {
    lat: spots.reduce((sum, spot) => sum + spot.lat, 0) / spots.length,
    lng: spots.reduce((sum, spot) => sum + spot.lng, 0) / spots.length,
  }
  const away = (spot: { lat: number; lng: number }): number => metresBetween(spot.lat, spot.lng, middle.lat, middle.lng)
  const nearest = spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best))
  const metres = ways.reduce((sum, way) => sum + lengthOf(map, way), 0)
  const best = Math.max(...ways.map((way) => classOf(way)!))
  const name = ways[0]!.tags['name']!
  const more = new Set<string>()
  for (const { tags } of ways) {
    for (const tag of ['alt_name', 'short_name', 'old_name', 'official_name', 'loc_name']) {
      for (const other of tags[tag]?.split(';') ?? []) if (normalise(other) !== key) more.add(other.trim())
    }
  }
  return {
    id,
    name,
    key,
    more: [...more],
    ...nearest,
    importance: Math.min(1, best + 0.05 * Math.log10(1 + metres / 100)),
    ways,
  }
}

const lengthOf = (map: OsmData, way: OsmWay): number => {
  let metres = 0
  for (let i = 1; i < way.nodes.length; i++) {
    const a = way.nodes[i - 1]!
    const b = way.nodes[i]!
    metres += metresBetween(map.lat[a]!, map.lng[a]!, map.lat[b]!, map.lng[b]!)
  }
  return metres
}
