import type { RoadGraph } from '../graph/road-graph.ts'
import type { OsmData, OsmNode } from '../osm/osm-data.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { metresBetween } from '../graph/geodesy.ts'
import type { LatLng } from '../route/shape.ts'

/** The box of all roads, degrees. */
export const roadBox = ({ shapeLat, shapeLng }: RoadGraph): Bbox => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < shapeLat.length; i++) {
    west = Math.min(west, shapeLng[i]!)
    east = Math.max(east, shapeLng[i]!)
    south = Math.min(south, shapeLat[i]!)
    north = Math.max(north, shapeLat[i]!)
  }
  return [west / 1e7, south / 1e7, east / 1e7, north / 1e7]
}

/** The sea reaches at most this far beyond the roads, degrees. */
const BEYOND = 0.3

/**
 * The box that is drawn: the one the file says it covers, near the roads; without one, the roads' box and a little around
 * it. Degrees.
 */
export const extentOf = ({ box }: OsmData, roads: Bbox): Bbox => {
  const [west, south, east, north] = roads
  const around = box ? BEYOND : Math.max(0.005, Math.max(east - west, north - south) * 0.02)
  const wide = [west - around, south - around, east + around, north + around] as const
  if (!box || box[0] >= wide[2] || box[2] <= wide[0] || box[1] >= wide[3] || box[3] <= wide[1]) return inWorld(wide)
  return inWorld([
    Math.max(box[0], wide[0]),
    Math.max(box[1], wide[1]),
    Math.min(box[2], wide[2]),
    Math.min(box[3], wide[3]),
  ])
}

const inWorld = ([west, south, east, north]: Bbox): Bbox => [
  Math.max(-180, west),
  Math.max(-85, south),
  Math.min(180, east),
  Math.min(85, north),
]

const GREATNESS: Readonly<Record<string, number>> = { city: 3, town: 2, village: 1 }

/** The centre of the region's largest settlement, else the middle of its box. Degrees. */
export const centerOf = (map: OsmData, [west, south, east, north]: Bbox): LatLng => {
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const inside: OsmNode[] = []
  for (const node of map.nodes) {
    const { lat, lng } = node
    const within = lng / 1e7 >= west && lng / 1e7 <= east && lat / 1e7 >= south && lat / 1e7 <= north
    if (within && GREATNESS[node.tags['place'] ?? ''] !== undefined) inside.push(node)
  }
  const weight = ({ tags }: OsmNode): number => GREATNESS[tags['place']!]! * 1e9 + (Number(tags['population']) || 0)
  const away = ({ lat, lng }: OsmNode): number => metresBetween(lat, lng, middle.lat * 1e7, middle.lng * 1e7)
  const centre = inside.sort((a, b) => weight(b) - weight(a) || away(a) - away(b))[0]
  return centre ? { lat: centre.lat / 1e7, lng: centre.lng / 1e7 } : middle
}

/** ISO 3166 alpha-2 codes that occur in at least 1 % of the addresses. */
export const countriesOf = (map: OsmData): string[] => {
  const counts = new Map<string, number>()
  let all = 0
  for (const { tags } of map.nodes) {
    const country = tags['addr:country']?.toUpperCase()
    if (!country || !/^[A-Z]{2}$/.test(country)) continue
    counts.set(country, (counts.get(country) ?? 0) + 1)
    all++
  }
  return [...counts].filter(([, count]) => count >= all / 100).map(([country]) => country)
}
