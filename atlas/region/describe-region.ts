import type { RoadGraph } from '../graph/road-graph.ts'
import type { OsmData } from '../osm/osm-data.ts'
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

const GREATNESS: Readonly<Record<string, number>> = { city: 3, town: 2, village: 1 }

/** The centre of the region's largest settlement, else the middle of its box. Degrees. */
export const centerOf = (map: OsmData, [west, south, east, north]: Bbox): LatLng => {
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  const inside = [...map.nodes].filter(({ tags, lat, lng }) => {
    const within = lng / 1e7 >= west && lng / 1e7 <= east && lat / 1e7 >= south && lat / 1e7 <= north
    return within && GREATNESS[tags['place'] ?? ''] !== undefined
  })
  const weight = ({ tags }: (typeof inside)[number]): number =>
    GREATNESS[tags['place']!]! * 1e9 + (Number(tags['population']) || 0)
  const away = ({ lat, lng }: (typeof inside)[number]): number =>
    metresBetween(lat, lng, middle.lat * 1e7, middle.lng * 1e7)
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
