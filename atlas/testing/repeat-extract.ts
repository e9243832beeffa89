import { statSync } from 'node:fs'
import { decodeBlock, decodeHeader } from '../osm/decode-block.ts'
import type { BlockHandler } from '../osm/decode-block.ts'
import type { OsmNode, OsmRelation } from '../osm/osm-data.ts'
import { readBlocks } from '../osm/read-blocks.ts'
import { PbfFileWriter } from '../osm/write-pbf.ts'
import type { WayToWrite } from '../osm/write-pbf.ts'

/** Ids of copy n are the original ones plus n times this; it is above every id of OpenStreetMap. */
const APART = 2e10
/** Roads from each copy to the next, so that the copies are one network. */
const LINKS = 40
const DRIVABLE = /^(primary|secondary|tertiary|residential)$/

/**
 * Writes a file of about `megabytes` that repeats an extract side by side in rows, with other ids and coordinates: a
 * real city many times, for tests of large files. Neighbours in a row, and rows, are linked by roads.
 */
export const repeatExtract = (extract: string, file: string, megabytes: number): void => {
  const copies = Math.max(1, Math.round((megabytes * 2 ** 20) / statSync(extract).size))
  const { box, taken } = headerOf(extract)
  const wide = box.east - box.west + 1e5
  const high = box.north - box.south + 1e5
  const perRow = Math.ceil(Math.sqrt((copies * high) / wide))
  const shift = (copy: number) => ({ lng: (copy % perRow) * wide, lat: -Math.floor(copy / perRow) * high })
  const rows = Math.ceil(copies / perRow)
  const all = [
    box.west / 1e7,
    (box.south - (rows - 1) * high) / 1e7,
    (box.west + perRow * wide) / 1e7,
    box.north / 1e7,
  ] as const
  const writer = new PbfFileWriter(file, taken, all)
  for (let copy = 0; copy < copies; copy++) {
    const { lat, lng } = shift(copy)
    eachBlock(extract, (block) => {
      const nodes: OsmNode[] = []
      block({
        node: (id, nodeLat, nodeLng, tags) =>
          nodes.push({ id: id + copy * APART, lat: nodeLat + lat, lng: nodeLng + lng, tags: tags ?? {} }),
      })
      writer.addNodes(nodes)
    })
  }
  const ends: number[] = []
  for (let copy = 0; copy < copies; copy++) {
    eachBlock(extract, (block) => {
      const ways: WayToWrite[] = []
      block({
        way: (id, refs, tags) => {
          if (copy === 0 && DRIVABLE.test(tags['highway'] ?? '') && !tags['oneway']) ends.push(refs[0]!)
          ways.push({ id: id + copy * APART, refs: refs.map((ref) => ref + copy * APART), tags })
        },
      })
      writer.addWays(ways)
    })
  }
  writer.addWays(links(ends, copies, perRow))
  for (let copy = 0; copy < copies; copy++) {
    eachBlock(extract, (block) => {
      const relations: OsmRelation[] = []
      block({
        relation: (id, members, tags) =>
          relations.push({
            id: id + copy * APART,
            tags,
            members: members.map((member) => ({ ...member, ref: member.ref + copy * APART })),
          }),
      })
      writer.addRelations(relations)
    })
  }
  writer.close()
}

const links = (ends: readonly number[], copies: number, perRow: number): WayToWrite[] => {
  const ways: WayToWrite[] = []
  const chosen = Array.from({ length: LINKS }, (_, i) => ends[Math.floor((i * ends.length) / LINKS)]!)
  for (let copy = 1; copy < copies; copy++) {
    // The first of a row is linked to the one above it.
    const before = copy % perRow === 0 ? copy - perRow : copy - 1
    for (const end of chosen)
      ways.push({
        id: (copies + 1) * APART + ways.length,
        refs: [end + before * APART, end + copy * APART],
        tags: { highway: 'primary' },
      })
  }
  return ways
}

const headerOf = (extract: string) => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  let taken = 0
  for (const block of readBlocks(extract)) {
    if (block.type === 'OSMHeader') {
      taken = decodeHeader(block.bytes).timestamp
      continue
    }
    decodeBlock(block.bytes, {
      node: (_, lat, lng) => {
        box.west = Math.min(box.west, lng)
        box.east = Math.max(box.east, lng)
        box.south = Math.min(box.south, lat)
        box.north = Math.max(box.north, lat)
      },
    })
  }
  return { box, taken }
}

const eachBlock = (extract: string, visit: (block: (handler: BlockHandler) => void) => void): void => {
  for (const block of readBlocks(extract))
    if (block.type === 'OSMData') visit((handler) => void decodeBlock(block.bytes, handler))
}
