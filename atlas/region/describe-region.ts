import type { RoadGraph } from '../graph/road-graph.ts'
import type { OsmData, OsmFile, OsmNode } from '../osm/osm-data.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { metresBetween } from '../graph/geodesy.ts'
import type { LatLng } from '../route/shape.ts'
import { addressesOf } from '../geocode/collect/collect-houses.ts'
import { areaOf, around, isInBox, joined, overlapOf } from './boxes.ts'
import { reachOf } from './region-info.ts'

/** The boxes of the parts of the road network; parts whose reaches overlap have one together. Degrees. */
export const roadBoxes = ({
  shapeLat,
  shapeLng,
  edgeShape,
  edgePart,
}: Pick<RoadGraph, 'shapeLat' | 'shapeLng' | 'edgeShape' | 'edgePart'>): Bbox[] => {
  const boxes: [west: number, south: number, east: number, north: number][] = []
  edgePart.forEach((part, edge) => {
    const box = (boxes[part] ??= [Infinity, Infinity, -Infinity, -Infinity])
    for (let i = edgeShape[edge]!; i < edgeShape[edge + 1]!; i++) {
      const [lng, lat] = [shapeLng[i]! / 1e7, shapeLat[i]! / 1e7]
      box[0] = Math.min(box[0], lng)
      box[1] = Math.min(box[1], lat)
      box[2] = Math.max(box[2], lng)
      box[3] = Math.max(box[3], lat)
    }
  })
  return joined(boxes, (a, b) => areaOf(overlapOf(reachOf(a), reachOf(b))) > 0)
}

/** The sea reaches at most this far beyond the roads, degrees. */
const BEYOND = 0.3

/** Two boxes are one when the box around them is at most this much larger. */
const SAME_AREA = 1.01

/**
 * The boxes that are drawn [design/maps-67]: those that the files say they cover, near the roads; where they do not
 * say, a little around the roads. Degrees.
 */
export const extentsOf = (files: readonly Pick<OsmFile, 'box'>[], roads: readonly Bbox[]): Bbox[] => {
  const extents = roads.flatMap((road) => {
    const covered = files.flatMap(({ box }) => (box ? [overlapOf(box, grown(road, BEYOND))] : []))
    const near = covered.filter((box) => areaOf(box) > 0)
    const isWhole = near.length > 0 && files.every(({ box }) => box)
    const margin = Math.max(0.005, Math.max(road[2] - road[0], road[3] - road[1]) * 0.02)
    return (isWhole ? near : [...near, grown(road, margin)]).map(inWorld)
  })
  return joined(
    extents,
    (a, b) => areaOf(around([a, b])) <= (areaOf(a) + areaOf(b) - areaOf(overlapOf(a, b))) * SAME_AREA,
  )
}

const grown = ([west, south, east, north]: Bbox, degrees: number): Bbox => [
  west - degrees,
  south - degrees,
  east + degrees,
  north + degrees,
]

const inWorld = ([west, south, east, north]: Bbox): Bbox => [
  Math.max(-180, west),
  Math.max(-85, south),
  Math.min(180, east),
  Math.min(85, north),
]

const GREATNESS: Readonly<Record<string, number>> = { city: 3, town: 2, village: 1 }

/** The boxes, beginning with the one of most addresses, which the screens show first [design/maps-122]. */
export const mostAddressesFirst = (map: OsmData, boxes: readonly Bbox[]): [Bbox, ...Bbox[]] => {
  if (boxes.length === 1) return [boxes[0]!]
  const counts = boxes.map(() => 0)
  for (const { lat, lng } of addressesOf(map)) {
    const at = boxes.findIndex((box) => isInBox(box, { lat: lat / 1e7, lng: lng / 1e7 }))
    if (at >= 0) counts[at]!++
  }
  const first = counts.indexOf(Math.max(...counts))
  return [boxes[first]!, ...boxes.filter((_, i) => i !== first)]
}

/** The centre of the largest settlement in a box, else its middle. Degrees. */
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
