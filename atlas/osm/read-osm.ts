import { basename } from 'node:path'
import { decodeBlock, decodeHeader, NODES, RELATIONS, WAYS } from './decode-block.ts'
import type { BlockHandler, FileHeader } from './decode-block.ts'
import { IntList, NumberList, sortUnique } from './number-list.ts'
import { OsmColumns } from './osm-columns.ts'
import { placeOf } from './osm-data.ts'
import type { OsmData, OsmMember, Tags } from './osm-data.ts'
import { guarded, readBlocks } from './read-blocks.ts'
import { TagColumns } from './tag-columns.ts'

/** Degrees: west, south, east, north. */
export type Bbox = readonly [west: number, south: number, east: number, north: number]

/** A way is kept when it has one of these tags. */
const WAY_KEYS = [
  'highway', 'railway', 'waterway', 'natural', 'landuse', 'leisure', 'building', 'aeroway', 'amenity', 'shop', 'tourism',
  'office', 'historic', 'man_made', 'place', 'public_transport', 'addr:housenumber', 'addr:interpolation', 'healthcare',
  'craft', 'military',
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
 * are cut out. The result is held in columns of numbers; ways, nodes and relations are made while they are iterated.
 * @param onProgress called with the share that is done, 0 to 1
 * @throws AtlasError BAD_FILE
 */
export const readOsm = (file: string, bbox?: Bbox, onProgress: (done: number) => void = () => undefined): OsmData => {
  const pass = passes(file, bbox ? 5 : 3, onProgress)
  const box = bbox ? fixedBox(bbox) : undefined
  const columns = new OsmColumns()
  let header: FileHeader | undefined
  const inside = box ? waysInside(pass, box, (found) => (header = found)) : undefined
  const members = new NumberList()
  const reachesIn = ({ kind, ref }: OsmMember): boolean => kind === 'way' && placeOf(inside!, ref) >= 0
  pass(RELATIONS, {
    header: (found) => (header = found),
    relation: (id, its, tags) => {
      if (!isRead(tags) || (inside && !its.some(reachesIn))) return
      columns.addRelation(id, its, tags)
      if (needsWays(tags)) for (const { kind, ref } of its) if (kind === 'way') members.push(ref)
    },
  })
  const memberIds = members.takeSortedUnique()
  const ways = { id: new NumberList(), end: new IntList(), refs: new NumberList(), tags: new TagColumns() }
  pass(WAYS, {
    way: (id, refs, tags) => {
      if (refs.length < 2) return
      const wanted = interesting(tags) && (!inside || placeOf(inside, id) >= 0)
      if (!wanted && placeOf(memberIds, id) < 0) return
      ways.id.push(id)
      for (const ref of refs) ways.refs.push(ref)
      ways.end.push(ways.refs.length)
      ways.tags.add(tags)
    },
  })
  const refs = ways.refs.take()
  const ids = sortUnique(refs.slice())
  const lat = new Int32Array(ids.length)
  const lng = new Int32Array(ids.length).fill(ABSENT)
  const find = ascendingFinder(ids)
  pass(NODES, {
    node: (id, nodeLat, nodeLng, tags) => {
      const place = find(id)
      if (place >= 0) {
        lat[place] = nodeLat
        lng[place] = nodeLng
      }
      if (tags && (!box || within(box, nodeLat, nodeLng))) columns.addNode(id, nodeLat, nodeLng, tags)
    },
  })
  ways.tags.close()
  columns.addWays({ id: ways.id.take(), end: ways.end.take(), refs, tags: ways.tags }, memberIds, (ref) => {
    const place = placeOf(ids, ref)
    return lng[place] === ABSENT ? -1 : place
  })
  return columns.close({
    ids,
    lat,
    lng,
    date: header && header.timestamp > 0 ? new Date(header.timestamp * 1000).toISOString().slice(0, 10) : undefined,
    box: overlap(header?.bbox, bbox),
  })
}

/** Not a longitude: marks a node that a way uses and the file does not have. */
const ABSENT = -0x80000000

const fixedBox = (bbox: Bbox): Int32Array => Int32Array.from(bbox, (degrees) => Math.round(degrees * 1e7))

const within = (box: Int32Array, lat: number, lng: number): boolean =>
  lng >= box[0]! && lat >= box[1]! && lng <= box[2]! && lat <= box[3]!

const overlap = (a: Bbox | undefined, b: Bbox | undefined): Bbox | undefined => {
  if (!a || !b) return a ?? b
  const both = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])] as const
  return both[0] < both[2] && both[1] < both[3] ? both : b
}

/** Finds ids in the sorted column; ids that come in ascending order, as in most files, need no search. */
const ascendingFinder = (ids: Float64Array): ((id: number) => number) => {
  let at = 0
  let last = -Infinity
  return (id) => {
    if (id < last) return placeOf(ids, id)
    last = id
    while (at < ids.length && ids[at]! < id) at++
    return ids[at] === id ? at : -1
  }
}

type Pass = (kinds: number, handler: BlockHandler & { header?: (header: FileHeader) => void }) => void

/** Reads the file once per call. The first call notes the kinds of objects in each block; later ones skip the others. */
const passes = (file: string, count: number, onProgress: (done: number) => void): Pass => {
  const name = basename(file)
  const kindsOf: number[] = []
  let passed = 0
  return (kinds, handler) => {
    for (const block of readBlocks(file, (index) => ((kindsOf[index] ?? kinds) & kinds) !== 0)) {
      guarded(name, false, () => {
        if (block.type === 'OSMHeader') handler.header?.(decodeHeader(block.bytes))
        else kindsOf[block.index] = decodeBlock(block.bytes, handler)
      })
      onProgress((passed + block.done) / count)
    }
    passed++
  }
}

/** Sorted ids of the ways that use a node inside the box. */
const waysInside = (pass: Pass, box: Int32Array, onHeader: (header: FileHeader) => void): Float64Array => {
  const nodes = new NumberList()
  pass(NODES, {
    header: onHeader,
    node: (id, lat, lng) => void (within(box, lat, lng) && nodes.push(id)),
  })
  const inside = nodes.takeSortedUnique()
  const ways = new NumberList()
  pass(WAYS, { way: (id, refs) => void (refs.some((ref) => placeOf(inside, ref) >= 0) && ways.push(id)) })
  return ways.takeSortedUnique()
}
