import { metresBetween } from '../../graph/geodesy.ts'
import { assembleRings } from '../../osm/assemble-rings.ts'
import type { OsmData, OsmRelation } from '../../osm/osm-data.ts'

/** Degrees × 1e7, and the length of the diagonal, metres. */
export interface Middle {
  readonly lat: number
  readonly lng: number
  readonly size: number
}

/** The middle of the largest outline of a relation; undefined where none is closed. */
export const largestOf = (map: OsmData, relation: OsmRelation): Middle | undefined =>
  assembleRings(map, relation)
    .areas.map(({ outer }) => middleOf(map, outer))
    .sort((a, b) => b.size - a.size)[0]

/** The mean of the points, and the diagonal of their box. */
export const middleOf = (map: OsmData, nodes: Int32Array): Middle => {
  let [lat, lng, west, south, east, north] = [0, 0, Infinity, Infinity, -Infinity, -Infinity]
  for (const place of nodes) {
    const [y, x] = [map.lat[place]!, map.lng[place]!]
    lat += y / nodes.length
    lng += x / nodes.length
    west = Math.min(west, x)
    east = Math.max(east, x)
    south = Math.min(south, y)
    north = Math.max(north, y)
  }
  return { lat: Math.round(lat), lng: Math.round(lng), size: metresBetween(south, west, north, east) }
}
