import type { OsmData, OsmWay } from '../osm/osm-data.ts'
import { describePoint } from './describe-point.ts'
import { describeWay } from './describe-way.ts'
import type { MapFeature } from './map-feature.ts'

/** All features, in drawing order within a layer: large areas before small ones, large roads after small ones. */
export const collectFeatures = (map: OsmData): MapFeature[] => {
  const features: MapFeature[] = []
  for (const way of map.ways) {
    const closed = way.nodes.length > 3 && way.nodes[0] === way.nodes.at(-1)
    const drawn = describeWay(way.tags, closed)
    const line = drawn || closed ? lineOf(map, way) : []
    if (drawn) {
      const { layer, minZoom, tags } = drawn
      features.push({
        layer,
        minZoom,
        tags,
        geometry: drawn.area ? { type: 'Polygon', coordinates: [line] } : { type: 'LineString', coordinates: line },
      })
    }
    const label = closed ? describePoint(way.tags) : undefined
    if (label) features.push({ ...label, geometry: { type: 'Point', coordinates: middle(line) } })
  }
  for (const node of map.nodes) {
    const drawn = describePoint(node.tags)
    if (drawn) features.push({ ...drawn, geometry: { type: 'Point', coordinates: [node.lng / 1e7, node.lat / 1e7] } })
  }
  return features.sort((a, b) => order(b) - order(a))
}

const lineOf = (map: OsmData, way: OsmWay): [number, number][] =>
  Array.from(way.nodes, (place) => [map.lng[place]! / 1e7, map.lat[place]! / 1e7])

const middle = (ring: readonly [number, number][]): [number, number] => {
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return [(Math.min(...lngs) + Math.max(...lngs)) / 2, (Math.min(...lats) + Math.max(...lats)) / 2]
}

const order = ({ geometry, minZoom }: MapFeature): number => {
  if (geometry.type !== 'Polygon') return minZoom
  const ring = geometry.coordinates[0]!
  const lngs = ring.map(([lng]) => lng)
  const lats = ring.map(([, lat]) => lat)
  return 1e6 * (Math.max(...lngs) - Math.min(...lngs)) * (Math.max(...lats) - Math.min(...lats))
}
