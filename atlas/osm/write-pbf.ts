import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { OsmFile, OsmNode, OsmRelation, Tags } from './osm-data.ts'

export interface WayToWrite {
  readonly id: number
  readonly refs: readonly number[]
  readonly tags: Tags
}

/** The format recommends 8,000 objects per block. */
const PER_BLOCK = 8000

/**
 * Writes an .osm.pbf file: dense nodes, ways, relations, each ascending by id (Sort.Type_then_ID).
 * @param taken seconds since 1970, written to the header as the time of the data
 * @param box written to the header as the box that the file covers
 */
export const writePbf = (
  file: string,
  nodes: readonly OsmNode[],
  ways: readonly WayToWrite[],
  taken: number,
  relations: readonly OsmRelation[] = [],
  box?: OsmFile['box'],
): void => {
  const writer = new PbfFileWriter(file, taken, box)
  try {
    const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id
    writer.addNodes(nodes.toSorted(byId))
    writer.addWays(ways.toSorted(byId))
    writer.addRelations(relations.toSorted(byId))
  } finally {
    writer.close()
  }
}

/**
 * Writes a file part by part, for files that do not fit into memory. Nodes, then ways, then relations, ascending by id.
 */
export class PbfFileWriter {
  readonly #fd: number

  /** @param taken see `writePbf`, as `box` */
  constructor(file: string, taken: number, box?: OsmFile['box']) {
    this.#fd = openSync(file, 'w')
    const header = new PbfWriter()
    if (box) header.writeMessage(1, writeBox, box)
    for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
    header.writeStringField(5, 'Sort.Type_then_ID')
    header.writeStringField(16, 'remis-atlas')
    header.writeVarintField(32, taken)
    writeBlob(this.#fd, 'OSMHeader', header.finish())
  }

  addNodes(nodes: readonly OsmNode[]): void {
    this.#add(nodes, nodeBlock)
  }

  addWays(ways: readonly WayToWrite[]): void {
    this.#add(ways, wayBlock)
  }

  addRelations(relations: readonly OsmRelation[]): void {
    this.#add(relations, relationBlock)
  }

  close(): void {
    fsyncSync(this.#fd)
    closeSync(this.#fd)
  }

  #add<T>(objects: readonly T[], encode: (part: readonly T[]) => Uint8Array): void {
    for (let i = 0; i < objects.length; i += PER_BLOCK)
      writeBlob(this.#fd, 'OSMData', encode(objects.slice(i, i + PER_BLOCK)))
  }
}

const writeBox = ([west, south, east, north]: NonNullable<OsmFile['box']>, pbf: PbfWriter): void =>
  [west, east, north, south].forEach((degrees, i) => pbf.writeSVarintField(i + 1, Math.round(degrees * 1e9)))

const writeBlob = (fd: number, type: string, bytes: Uint8Array): void => {
  const blob = new PbfWriter()
  blob.writeVarintField(2, bytes.length)
  blob.writeBytesField(3, deflateSync(bytes, { level: 1 }))
  const data = blob.finish()
  const head = new PbfWriter()
  head.writeStringField(1, type)
  head.writeVarintField(3, data.length)
  const header = head.finish()
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, header.length)
  for (const part of [size, header, data]) {
    let written = 0
    while (written < part.length) written += writeSync(fd, part, written)
  }
}

class StringTable {
  readonly #places = new Map<string, number>([['', 0]])

  place(text: string): number {
    let place = this.#places.get(text)
    if (place === undefined) this.#places.set(text, (place = this.#places.size))
    return place
  }

  write(pbf: PbfWriter): void {
    for (const text of this.#places.keys()) pbf.writeStringField(1, text)
  }
}

const block = (strings: StringTable, writeGroup: (pbf: PbfWriter) => void): Uint8Array => {
  const pbf = new PbfWriter()
  pbf.writeMessage(1, (_, p) => strings.write(p), undefined)
  pbf.writeMessage(2, (_, p) => writeGroup(p), undefined)
  return pbf.finish()
}

const deltas = (values: readonly number[]): number[] =>
  values.map((value, i) => (i === 0 ? value : value - values[i - 1]!))

const nodeBlock = (nodes: readonly OsmNode[]): Uint8Array => {
  const strings = new StringTable()
  const keysValues: number[] = []
  for (const { tags } of nodes) {
    for (const [key, value] of Object.entries(tags)) keysValues.push(strings.place(key), strings.place(value))
    keysValues.push(0)
  }
  return block(strings, (group) =>
    group.writeMessage(
      2,
      (_, dense) => {
        dense.writePackedSVarint(1, deltas(nodes.map((node) => node.id)))
        dense.writePackedSVarint(8, deltas(nodes.map((node) => node.lat)))
        dense.writePackedSVarint(9, deltas(nodes.map((node) => node.lng)))
        dense.writePackedVarint(10, keysValues)
      },
      undefined,
    ),
  )
}

interface CodedTags {
  readonly keys: number[]
  readonly values: number[]
}

/** Keys and values as places in the string table. */
const codeTags = (strings: StringTable, tags: Tags): CodedTags => ({
  keys: Object.keys(tags).map((key) => strings.place(key)),
  values: Object.values(tags).map((value) => strings.place(value)),
})

/** The tags of a way or relation, which have the same field numbers in both. */
const writeTags = (pbf: PbfWriter, { keys, values }: CodedTags): void => {
  pbf.writePackedVarint(2, keys)
  pbf.writePackedVarint(3, values)
}

const wayBlock = (ways: readonly WayToWrite[]): Uint8Array => {
  const strings = new StringTable()
  const coded = ways.map(({ id, refs, tags }) => ({
    id,
    refs: deltas(refs),
    tags: codeTags(strings, tags),
  }))
  return block(strings, (group) => {
    for (const way of coded) {
      group.writeMessage(
        3,
        (one, pbf) => {
          pbf.writeVarintField(1, one.id)
          writeTags(pbf, one.tags)
          pbf.writePackedSVarint(8, one.refs)
        },
        way,
      )
    }
  })
}

const KIND = { node: 0, way: 1, relation: 2 } as const

const relationBlock = (relations: readonly OsmRelation[]): Uint8Array => {
  const strings = new StringTable()
  const coded = relations.map(({ id, tags, members }) => ({
    id,
    tags: codeTags(strings, tags),
    roles: members.map(({ role }) => strings.place(role)),
    refs: deltas(members.map(({ ref }) => ref)),
    kinds: members.map(({ kind }) => KIND[kind]),
  }))
  return block(strings, (group) => {
    for (const relation of coded) {
      group.writeMessage(
        4,
        (one, pbf) => {
          pbf.writeVarintField(1, one.id)
          writeTags(pbf, one.tags)
          pbf.writePackedVarint(8, one.roles)
          pbf.writePackedSVarint(9, one.refs)
          pbf.writePackedVarint(10, one.kinds)
        },
        relation,
      )
    }
  })
}
