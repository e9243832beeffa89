import { basename } from 'node:path'
import { decodeBlock, decodeHeader } from './decode-block.ts'
import type { BlockHandler } from './decode-block.ts'
import { NumberList } from './number-list.ts'
import { placeOf } from './osm-data.ts'
import type { OsmData, OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from './osm-data.ts'
import { guarded, readBlocks } from './read-blocks.ts'

/** Degrees: west, south, east, north. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

interface RawWay {
  readonly id: number
  readonly refs: Float64Array
  readonly tags: Tags
}

/** A way is kept when it has one of these tags. */
const WAY_KEYS = [
  'highway', 'railway', 'waterway', 'natural', 'landuse', 'leisure', 'building', 'aeroway', 'amenity', 'shop', 'tourism',
  'office', 'historic', 'man_made', 'place', 'public_transport', 'addr:housenumber', 'addr:interpolation', 'healthcare', 'craft', 'military',
] // prettier-ignore

const interesting = (tags: Tags): boolean => {
  for (const key of WAY_KEYS) if (tags[key] !== undefined) return true
  return tags['route'] === 'ferry'
}

const RELATION_TYPE = /^(restriction(:.+)?|multipolygon|boundary|site)$/

const isRead = (tags: Tags): boolean =>
  RELATION_TYPE.test(tags['type'] ?? '') || (tags['type'] === 'route' && tags['route'] === 'ferry')

/** The ways of these relations are read whatever their tags: they are the edge of an area, or a ferry line. */
const needsWays = (tags: Tags): boolean => /^(multipolygon|boundary|route)$/.test(tags['type'] ?? '')

/**
 * Reads the data of an import from any .osm.pbf file, in three passes: relations first, then ways, then the nodes
 * that ways use and the nodes with tags. With `bbox`, ways that reach into the box are kept whole, and so are all ways
 * of a multipolygon, boundary or ferry route of which one way does. Parts of a way with nodes that are not in the file
 * are cut out.
 * @throws AtlasError BAD_FILE
 */
export const readOsm = (file: string, bbox?: Bbox): OsmData => {
  const box = bbox ? fixedBox(bbox) : undefined
  const inside = box ? waysInside(file, nodesInside(file, box)) : undefined
  const { relations, memberIds } = readRelations(file, inside)
  let timestamp = 0
  const raw: RawWay[] = []
  const needed = new NumberList()
  each(file, {
    header: (seconds) => (timestamp = seconds),
    way: (id, refs, tags) => {
      if (refs.length < 2) return
      const wanted = interesting(tags) && (!inside || placeOf(inside, id) >= 0)
      if (!wanted && placeOf(memberIds, id) < 0) return
      raw.push({ id, refs: Float64Array.from(refs), tags })
      for (const ref of refs) needed.push(ref)
    },
  })
  const ids = needed.sortedUnique()
  const lat = new Int32Array(ids.length)
  const lng = new Int32Array(ids.length).fill(ABSENT)
  const nodes: OsmNode[] = []
  each(file, {
    node: (id, nodeLat, nodeLng, tags) => {
      const place = placeOf(ids, id)
      if (place >= 0) {
        lat[place] = nodeLat
        lng[place] = nodeLng
      }
      if (tags && (!box || within(box, nodeLat, nodeLng))) nodes.push({ id, lat: nodeLat, lng: nodeLng, tags })
    },
  })
  const ways = raw.flatMap((way) => present(way, ids, lng))
  const members = new Map<number, OsmWay[]>()
  for (const way of ways) {
    if (placeOf(memberIds, way.id) < 0) continue
    const parts = members.get(way.id)
    if (parts) parts.push(way)
    else members.set(way.id, [way])
  }
  return {
    ways,
    nodes,
    relations,
    waysOf: (id) => members.get(id) ?? [],
    ids,
    lat,
    lng,
    date: timestamp > 0 ? new Date(timestamp * 1000).toISOString().slice(0, 10) : undefined,
  }
}

/** The relations to keep, and the sorted ids of the ways to keep for them. With a box: those with a way inside it. */
const readRelations = (file: string, inside: Float64Array | undefined) => {
  const relations: OsmRelation[] = []
  const memberIds = new NumberList()
  const reachesIn = ({ kind, ref }: OsmMember): boolean => kind === 'way' && placeOf(inside!, ref) >= 0
  each(file, {
    relation: (id, members, tags) => {
      if (!isRead(tags) || (inside && !members.some(reachesIn))) return
      relations.push({ id, tags, members })
      if (needsWays(tags)) for (const { kind, ref } of members) if (kind === 'way') memberIds.push(ref)
    },
  })
  return { relations, memberIds: memberIds.sortedUnique() }
}

/** Not a longitude: marks a node that a way uses and the file does not have. */
const ABSENT = -0x80000000

const fixedBox = (bbox: Bbox): Int32Array => Int32Array.from(bbox, (degrees) => Math.round(degrees * 1e7))

const within = (box: Int32Array, lat: number, lng: number): boolean =>
  lng >= box[0]! && lat >= box[1]! && lng <= box[2]! && lat <= box[3]!

const nodesInside = (file: string, box: Int32Array): Float64Array => {
  const found = new NumberList()
  each(file, { node: (id, lat, lng) => void (within(box, lat, lng) && found.push(id)) })
  return found.sortedUnique()
}

/** Sorted ids of the ways that use one of these nodes. */
const waysInside = (file: string, nodes: Float64Array): Float64Array => {
  const found = new NumberList()
  each(file, { way: (id, refs) => void (refs.some((ref) => placeOf(nodes, ref) >= 0) && found.push(id)) })
  return found.sortedUnique()
}

const each = (file: string, handler: BlockHandler & { header?: (timestamp: number) => void }): void => {
  const name = basename(file)
  for (const block of readBlocks(file)) {
    guarded(name, false, () => {
      if (block.type === 'OSMHeader') handler.header?.(decodeHeader(block.bytes).timestamp)
      else decodeBlock(block.bytes, handler)
    })
  }
}

const present = (way: RawWay, ids: Float64Array, lng: Int32Array): OsmWay[] => {
  const runs: number[][] = [[]]
  for (const ref of way.refs) {
    const place = placeOf(ids, ref)
    if (lng[place] !== ABSENT) runs.at(-1)!.push(place)
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => ({ id: way.id, nodes: Int32Array.from(run), tags: way.tags }))
}
