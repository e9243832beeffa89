import { PbfReader } from 'pbf'
import { AtlasError } from '../atlas-error.ts'
import type { OsmMember, Tags } from './osm-data.ts'

/** Callbacks for the objects in a block; kinds without a callback are skipped without decoding. */
export interface BlockHandler {
  /** `tags` is undefined for a bare node. Coordinates are degrees × 1e7. */
  readonly node?: (id: number, lat: number, lng: number, tags: Tags | undefined) => void
  readonly way?: (id: number, refs: readonly number[], tags: Tags) => void
  readonly relation?: (id: number, members: readonly OsmMember[], tags: Tags) => void
}

export interface FileHeader {
  /** Seconds since 1970; 0 when the file has no date. */
  readonly timestamp: number
}

const KNOWN = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** @throws AtlasError BAD_FILE when the file requires an unsupported feature. */
export const decodeHeader = (bytes: Uint8Array): FileHeader => {
  const header = new PbfReader(bytes).readFields(
    (tag, to, pbf) => {
      if (tag === 4) to.required.push(pbf.readString())
      else if (tag === 32) to.timestamp = pbf.readVarint(true)
    },
    { required: [] as string[], timestamp: 0 },
  )
  const unknown = header.required.filter((feature) => !KNOWN.has(feature))
  if (unknown.length > 0)
    throw new AtlasError('BAD_FILE', `The map file needs ${unknown.join(', ')}, which is not supported.`)
  return { timestamp: header.timestamp }
}

interface Frame {
  strings: string[]
  groups: { start: number; end: number }[]
  granularity: number
  latOffset: number
  lngOffset: number
}

/** Decodes one data block. Nodes come with granularity and offsets already applied. */
export const decodeBlock = (bytes: Uint8Array, handler: BlockHandler): void => {
  const pbf = new PbfReader(bytes)
  const start: Frame = { strings: [], groups: [], granularity: 100, latOffset: 0, lngOffset: 0 }
  const frame = pbf.readFields((tag, to, p) => {
    if (tag === 1) p.readMessage((t, strings, q) => void (t === 1 && strings.push(q.readString())), to.strings)
    else if (tag === 2) {
      const length = p.readVarint()
      to.groups.push({ start: p.pos, end: p.pos + length })
      p.pos += length
    } else if (tag === 17) to.granularity = p.readVarint()
    else if (tag === 19) to.latOffset = p.readVarint(true)
    else if (tag === 20) to.lngOffset = p.readVarint(true)
  }, start)
  for (const group of frame.groups) {
    pbf.pos = group.start
    pbf.readFields(
      (tag, _, p) => {
        if (tag === 1 && handler.node) plainNode(p, frame, handler.node)
        else if (tag === 2 && handler.node) denseNodes(p, frame, handler.node)
        else if (tag === 3 && handler.way) way(p, frame, handler.way)
        else if (tag === 4 && handler.relation) relation(p, frame, handler.relation)
      },
      undefined,
      group.end,
    )
  }
}

const tagsOf = (frame: Frame, keys: readonly number[], values: readonly number[]): Tags => {
  const tags: Record<string, string> = {}
  for (let i = 0; i < keys.length; i++) tags[frame.strings[keys[i]!]!] = frame.strings[values[i]!]!
  return tags
}

/** Granularity is in nanodegrees; 100 of them are one step of 1e-7 degree. */
const fixed = (frame: Frame, offset: number, value: number): number =>
  Math.round((offset + frame.granularity * value) / 100)

const plainNode = (pbf: PbfReader, frame: Frame, visit: NonNullable<BlockHandler['node']>): void => {
  const node = pbf.readMessage(
    (tag, to, p) => {
      if (tag === 1) to.id = p.readSVarint()
      else if (tag === 2) p.readPackedVarint(to.keys)
      else if (tag === 3) p.readPackedVarint(to.values)
      else if (tag === 8) to.lat = p.readSVarint()
      else if (tag === 9) to.lng = p.readSVarint()
    },
    { id: 0, lat: 0, lng: 0, keys: [] as number[], values: [] as number[] },
  )
  const tags = node.keys.length > 0 ? tagsOf(frame, node.keys, node.values) : undefined
  visit(node.id, fixed(frame, frame.latOffset, node.lat), fixed(frame, frame.lngOffset, node.lng), tags)
}

const denseNodes = (pbf: PbfReader, frame: Frame, visit: NonNullable<BlockHandler['node']>): void => {
  const dense = pbf.readMessage(
    (tag, to, p) => {
      if (tag === 1) p.readPackedSVarint(to.ids)
      else if (tag === 8) p.readPackedSVarint(to.lats)
      else if (tag === 9) p.readPackedSVarint(to.lngs)
      else if (tag === 10) p.readPackedVarint(to.keysValues)
    },
    { ids: [] as number[], lats: [] as number[], lngs: [] as number[], keysValues: [] as number[] },
  )
  let id = 0
  let lat = 0
  let lng = 0
  let at = 0
  for (let i = 0; i < dense.ids.length; i++) {
    id += dense.ids[i]!
    lat += dense.lats[i]!
    lng += dense.lngs[i]!
    let tags: Record<string, string> | undefined
    while (at < dense.keysValues.length && dense.keysValues[at] !== 0) {
      tags ??= {}
      tags[frame.strings[dense.keysValues[at]!]!] = frame.strings[dense.keysValues[at + 1]!]!
      at += 2
    }
    at++
    visit(id, fixed(frame, frame.latOffset, lat), fixed(frame, frame.lngOffset, lng), tags)
  }
}

const way = (pbf: PbfReader, frame: Frame, visit: NonNullable<BlockHandler['way']>): void => {
  const found = pbf.readMessage(
    (tag, to, p) => {
      if (tag === 1) to.id = p.readVarint(true)
      else if (tag === 2) p.readPackedVarint(to.keys)
      else if (tag === 3) p.readPackedVarint(to.values)
      else if (tag === 8) p.readPackedSVarint(to.refs)
    },
    { id: 0, keys: [] as number[], values: [] as number[], refs: [] as number[] },
  )
  let ref = 0
  for (let i = 0; i < found.refs.length; i++) found.refs[i] = ref += found.refs[i]!
  visit(found.id, found.refs, tagsOf(frame, found.keys, found.values))
}

const KINDS = ['node', 'way', 'relation'] as const

const relation = (pbf: PbfReader, frame: Frame, visit: NonNullable<BlockHandler['relation']>): void => {
  const found = pbf.readMessage(
    (tag, to, p) => {
      if (tag === 1) to.id = p.readVarint(true)
      else if (tag === 2) p.readPackedVarint(to.keys)
      else if (tag === 3) p.readPackedVarint(to.values)
      else if (tag === 8) p.readPackedVarint(to.roles)
      else if (tag === 9) p.readPackedSVarint(to.refs)
      else if (tag === 10) p.readPackedVarint(to.kinds)
    },
    {
      id: 0,
      keys: [] as number[],
      values: [] as number[],
      roles: [] as number[],
      refs: [] as number[],
      kinds: [] as number[],
    },
  )
  let ref = 0
  const members = found.refs.map((delta, i): OsmMember => {
    ref += delta
    return { kind: KINDS[found.kinds[i]!] ?? 'node', ref, role: frame.strings[found.roles[i]!] ?? '' }
  })
  visit(found.id, members, tagsOf(frame, found.keys, found.values))
}
