import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { OsmNode, OsmRelation, Tags } from './osm-data.ts'

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
 */
export const writePbf = (
  file: string,
  nodes: readonly OsmNode[],
  ways: readonly WayToWrite[],
  taken: number,
  relations: readonly OsmRelation[] = [],
): void => {
  const fd = openSync(file, 'w')
  try {
    const header = new PbfWriter()
    for (const feature of ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature)
    header.writeStringField(5, 'Sort.Type_then_ID')
    header.writeStringField(16, 'remis-atlas')
    header.writeVarintField(32, taken)
    writeBlob(fd, 'OSMHeader', header.finish())
    const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id
    const sortedNodes = nodes.toSorted(byId)
    for (let i = 0; i < sortedNodes.length; i += PER_BLOCK)
      writeBlob(fd, 'OSMData', nodeBlock(sortedNodes.slice(i, i + PER_BLOCK)))
    const sortedWays = ways.toSorted(byId)
    for (let i = 0; i < sortedWays.length; i += PER_BLOCK)
      writeBlob(fd, 'OSMData', wayBlock(sortedWays.slice(i, i + PER_BLOCK)))
    const sortedRelations = relations.toSorted(byId)
    for (let i = 0; i < sortedRelations.length; i += PER_BLOCK)
      writeBlob(fd, 'OSMData', relationBlock(sortedRelations.slice(i, i + PER_BLOCK)))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

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

const wayBlock = (ways: readonly WayToWrite[]): Uint8Array => {
  const strings = new StringTable()
  const coded = ways.map(({ id, refs, tags }) => ({
    id,
    refs: deltas(refs),
    keys: Object.keys(tags).map((key) => strings.place(key)),
    values: Object.values(tags).map((value) => strings.place(value)),
  }))
  return block(strings, (group) => {
    for (const way of coded) {
      group.writeMessage(
        3,
        (one, pbf) => {
          pbf.writeVarintField(1, one.id)
          pbf.writePackedVarint(2, one.keys)
          pbf.writePackedVarint(3, one.values)
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
    keys: Object.keys(tags).map((key) => strings.place(key)),
    values: Object.values(tags).map((value) => strings.place(value)),
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
          pbf.writePackedVarint(2, one.keys)
          pbf.writePackedVarint(3, one.values)
          pbf.writePackedVarint(8, one.roles)
          pbf.writePackedSVarint(9, one.refs)
          pbf.writePackedVarint(10, one.kinds)
        },
        relation,
      )
    }
  })
}
