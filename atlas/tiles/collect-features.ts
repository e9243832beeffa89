import { assembleRings } from '../osm/assemble-rings.ts'
import type { OsmData, OsmRelation, OsmWay } from '../osm/osm-data.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { describePoint } from './describe-point.ts'
import { describeWay } from './describe-way.ts'
import type { Drawn } from './describe-way.ts'
import { innerPoint } from './inner-point.ts'
import type { MapFeature } from './map-feature.ts'
import { RingIndex } from './ring-index.ts'
import { seaAreas } from './sea-areas.ts'
import type { SeaArea } from './sea-areas.ts'

/**
 * All features, made one after the other.
 * @param extents the boxes in which the sea is drawn, degrees
 * @param onProgress called with the share of the ways that is done, 0 to 1
 */
export function* collectFeatures(
  map: OsmData,
  extents: readonly Bbox[],
  onProgress: (done: number) => void = () => undefined,
): Generator<MapFeature> {
  for (const extent of extents) yield* sea(map, extent)
  yield* multipolygons(map)
  yield* boundaries(map)
  let done = 0
  for (const way of map.ways) {
    yield* featuresOf(map, way)
    onProgress(++done / map.wayCount)
  }
  for (const node of map.nodes) {
    const drawn = describePoint(node.tags)
    if (drawn) yield { ...drawn, kind: 'point', order: drawn.minZoom, parts: [Int32Array.of(node.lng, node.lat)] }
  }
}

function* featuresOf(map: OsmData, way: OsmWay): Generator<MapFeature> {
  const closed = way.nodes.length > 3 && way.nodes[0] === way.nodes.at(-1)
  const drawn = describeWay(way.tags, closed)
  const label = closed ? describePoint(way.tags) : undefined
  if (!drawn && !label) return
  const line = flat(map, way.nodes)
  if (drawn) yield featureOf(drawn, [line])
  if (label) yield { ...label, kind: 'point', order: label.minZoom, parts: [innerPoint([line])] }
}

const featureOf = ({ layer, minZoom, tags, area }: Drawn, parts: readonly Int32Array[]): MapFeature =>
  area
    ? { layer, minZoom, tags, kind: 'area', order: sizeOf(parts[0]!), parts }
    : { layer, minZoom, tags, kind: 'line', order: minZoom, parts }

function* multipolygons(map: OsmData): Generator<MapFeature> {
  for (const relation of map.relations) {
    if (relation.tags['type'] !== 'multipolygon') continue
    const drawn = describeWay(relation.tags, true)
    const label = describePoint(relation.tags)
    if (!drawn?.area && !label) continue
    const areas = assembleRings(map, relation).areas.map(({ outer, holes }) =>
      [outer, ...holes].map((ring) => flat(map, ring)),
    )
    if (drawn?.area) for (const parts of areas) yield featureOf(drawn, parts)
    const largest = areas.at(-1)
    if (label && largest) yield { ...label, kind: 'point', order: label.minZoom, parts: [innerPoint(largest)] }
  }
}

/** The lowest zoom of the boundary of a country, a state, a province or district, and a town. */
const BOUNDARY_ZOOM: Readonly<Record<string, number>> = { 2: 4, 4: 5, 6: 9, 8: 11 }

/** A way may be the edge of a town, of its province and of the country: it is drawn as the greatest. */
function* boundaries(map: OsmData): Generator<MapFeature> {
  const levels = new Map<number, number>()
  const isDrawn = ({ tags }: OsmRelation): boolean =>
    tags['boundary'] === 'administrative' && BOUNDARY_ZOOM[tags['admin_level'] ?? ''] !== undefined
  for (const relation of map.relations) {
    if (!isDrawn(relation)) continue
    const level = Number(relation.tags['admin_level'])
    for (const { kind, ref } of relation.members)
      if (kind === 'way') levels.set(ref, Math.min(level, levels.get(ref) ?? Infinity))
  }
  for (const [id, level] of levels) {
    for (const { tags, nodes } of map.waysOf(id)) {
      if (tags['natural'] === 'coastline' || tags['maritime'] === 'yes') continue
      const minZoom = BOUNDARY_ZOOM[level]!
      yield { layer: 'boundary', minZoom, tags: { level }, kind: 'line', order: level, parts: [flat(map, nodes)] }
    }
  }
}

function* sea(map: OsmData, extent: Bbox): Generator<MapFeature> {
  for (const area of seaAreas(map, extent)) {
    if (isFlooding(map, area, extent)) continue
    const drawn: Drawn = { layer: 'water', minZoom: 0, tags: { class: 'sea' }, area: true }
    yield featureOf(drawn, area)
  }
}

/** A coast with a gap can be closed on the wrong side; then streets would lie in the sea. The share of them. */
const FLOODED = 0.05

const isFlooding = (map: OsmData, area: SeaArea, [west, south, east, north]: Bbox): boolean => {
  const [outer, ...islands] = area.map((ring) => new RingIndex(ring))
  let all = 0
  let wet = 0
  for (const { tags, nodes } of map.ways) {
    if (!STREET.test(tags['highway'] ?? '') || tags['bridge'] || tags['tunnel']) continue
    const [lng, lat] = [map.lng[nodes[0]!]!, map.lat[nodes[0]!]!]
    if (lng < west * 1e7 || lng > east * 1e7 || lat < south * 1e7 || lat > north * 1e7) continue
    all++
    if (outer!.holds(lng, lat) && !islands.some((island) => island.holds(lng, lat))) wet++
  }
  return wet > all * FLOODED
}

const STREET = /^(residential|living_street|unclassified|tertiary)$/

const flat = (map: OsmData, places: Int32Array): Int32Array => {
  const line = new Int32Array(places.length * 2)
  places.forEach((place, i) => {
    line[2 * i] = map.lng[place]!
    line[2 * i + 1] = map.lat[place]!
  })
  return line
}

/** Of the box of a ring, in millionths of a square degree; greater than every zoom for all but tiny areas. */
const sizeOf = (ring: Int32Array): number => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    west = Math.min(west, ring[i]!)
    east = Math.max(east, ring[i]!)
    south = Math.min(south, ring[i + 1]!)
    north = Math.max(north, ring[i + 1]!)
  }
  return ((east - west) / 1e4) * ((north - south) / 1e4)
}
