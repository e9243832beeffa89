import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { decodeBlock, NODES, RELATIONS, WAYS } from './decode-block.ts'
import type { BlockHandler } from './decode-block.ts'
import { EarlierFiles } from './earlier-files.ts'
import { IntList, NumberList, sortUnique } from './number-list.ts'
import { OsmColumns } from './osm-columns.ts'
import { placeOf } from './osm-data.ts'
import type { OsmData, OsmFile, OsmMember, Tags } from './osm-data.ts'
import { guarded, readBlocks, unguarded } from './read-blocks.ts'
import { readHeader } from './read-header.ts'
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

/** The files of a node are the bits of a 32-bit integer. */
export const MOST_FILES = 32

/**
 * Reads the data of an import from one or more .osm.pbf files, in three passes, or five with `bbox`: relations first,
 * then ways, then the nodes that ways use and the nodes with tags. With `bbox`, ways that reach into the box are kept
 * whole, and so are all ways of a multipolygon, boundary or ferry route if one of its ways does. Parts of a way with
 * nodes that are in no file are cut out. An object of several files is the one of the newest file [design/maps-120].
 * The result is held in columns of numbers; ways, nodes and relations are made while they are iterated.
 * @param onProgress called with the share that is done, 0 to 1
 * @throws AtlasError BAD_FILE
 */
export const readOsm = (
  paths: readonly string[],
  bbox?: Bbox,
  onProgress: (done: number) => void = () => undefined,
): OsmData => {
  const files = newestFirst(paths, bbox)
  const pass = passes(files, bbox ? 5 : 3, onProgress)
  const box = bbox ? fixedBox(bbox) : undefined
  const columns = new OsmColumns()
  const inside = box ? waysInside(pass, box) : undefined
  const members = new NumberList()
  const reachesIn = ({ kind, ref }: OsmMember): boolean => kind === 'way' && placeOf(inside!, ref) >= 0
  const relationsBefore = new EarlierFiles(files.length)
  pass(RELATIONS, {
    begin: () => relationsBefore.next(),
    relation: (id, its, tags) => {
      if (relationsBefore.had(id) || !isRead(tags) || (inside && !its.some(reachesIn))) return
      columns.addRelation(id, its, tags)
      if (needsWays(tags)) for (const { kind, ref } of its) if (kind === 'way') members.push(ref)
    },
  })
  const memberIds = members.takeSortedUnique()
  const ways = { id: new NumberList(), end: new IntList(), refs: new NumberList(), tags: new TagColumns() }
  const waysBefore = new EarlierFiles(files.length)
  pass(WAYS, {
    begin: () => waysBefore.next(),
    way: (id, refs, tags) => {
      if (waysBefore.had(id) || refs.length < 2) return
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
  // One file has every node, so it needs no bits.
  const bits = files.length > 1 ? new Int32Array(ids.length) : undefined
  let find = ascendingFinder(ids)
  const nodesBefore = new EarlierFiles(files.length)
  pass(NODES, {
    begin: () => {
      find = ascendingFinder(ids)
      nodesBefore.next()
    },
    node: (id, nodeLat, nodeLng, tags, file) => {
      const place = find(id)
      if (place >= 0) {
        if (bits) bits[place]! |= 1 << file
        if (lng[place] !== ABSENT) return
        lat[place] = nodeLat
        lng[place] = nodeLng
      } else if (nodesBefore.had(id)) return
      if (tags && (!box || within(box, nodeLat, nodeLng))) columns.addNode(id, nodeLat, nodeLng, tags)
    },
  })
  ways.tags.close()
  columns.addWays({ id: ways.id.take(), end: ways.end.take(), refs, tags: ways.tags }, memberIds, (ref) => {
    const place = placeOf(ids, ref)
    return lng[place] === ABSENT ? -1 : place
  })
  return columns.close({ ids, lat, lng, files, filesAt: (place) => (bits ? bits[place]! : 1) })
}

/** A newer file has the newer version of every object that both have. Files without a date come last. */
const newestFirst = (paths: readonly string[], bbox: Bbox | undefined): OsmFile[] => {
  const headers = paths.map((path) => ({ path, ...readHeader(path) }))
  return headers
    .sort((a, b) => b.timestamp - a.timestamp)
    .map(({ path, timestamp, bbox: covered }) => ({
      path,
      date: timestamp > 0 ? new Date(timestamp * 1000).toISOString().slice(0, 10) : undefined,
      box: overlap(covered, bbox),
    }))
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

interface FileHandler extends Omit<BlockHandler, 'node'> {
  /** Called before the objects of each file. */
  readonly begin?: () => void
  readonly node?: (id: number, lat: number, lng: number, tags: Tags | undefined, file: number) => void
}
type Pass = (kinds: number, handler: FileHandler) => void

/**
 * Reads all files once per call. The first call notes the kinds of objects in each block; later ones skip the others.
 */
const passes = (files: readonly OsmFile[], count: number, onProgress: (done: number) => void): Pass => {
  const sizes = files.map(({ path }) => statSync(path).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const kindsOf: number[][] = files.map(() => [])
  let passed = 0
  return (kinds, { begin, node, way, relation }) => {
    let before = 0
    files.forEach(({ path }, file) => {
      begin?.()
      const name = basename(path)
      const known = kindsOf[file]!
      const visit: BlockHandler = {
        ...(node && { node: unguarded((id, lat, lng, tags) => node(id, lat, lng, tags, file)) }),
        ...(way && { way: unguarded(way) }),
        ...(relation && { relation: unguarded(relation) }),
      }
      for (const block of readBlocks(path, (index) => ((known[index] ?? kinds) & kinds) !== 0)) {
        guarded(name, false, () => {
          if (block.type === 'OSMData') known[block.index] = decodeBlock(block.bytes, visit)
        })
        onProgress((passed + (before + block.done * sizes[file]!) / total) / count)
      }
      before += sizes[file]!
    })
    passed++
  }
}

/** Sorted ids of the ways that use a node inside the box. */
const waysInside = (pass: Pass, box: Int32Array): Float64Array => {
  const nodes = new NumberList()
  pass(NODES, { node: (id, lat, lng) => void (within(box, lat, lng) && nodes.push(id)) })
  const inside = nodes.takeSortedUnique()
  const ways = new NumberList()
  pass(WAYS, { way: (id, refs) => void (refs.some((ref) => placeOf(inside, ref) >= 0) && ways.push(id)) })
  return ways.takeSortedUnique()
}
