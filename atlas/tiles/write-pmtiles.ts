import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import type { Bbox } from '../osm/read-osm.ts'

export interface Tile {
  /** See `hilbert.ts`. */
  readonly id: number
  /** gzip */
  readonly bytes: Uint8Array
}

interface Entry {
  readonly id: number
  run: number
  readonly offset: number
  readonly length: number
}

/** Header and root directory together fit into 16 KiB, so that a reader needs one read (PMTiles v3). */
const HEADER = 127
const ROOT_MAX = 16_384 - HEADER

/** Writes one PMTiles v3 file: equal tiles are stored once, runs of equal tiles take one entry. */
export const writePmtiles = (
  file: string,
  tiles: readonly Tile[],
  about: { bbox: Bbox; minZoom: number; maxZoom: number; metadata: object },
): void => {
  const sorted = tiles.toSorted((a, b) => a.id - b.id)
  const { entries, contents, length } = arrange(sorted)
  const { root, leaves } = directories(entries)
  const metadata = gzipSync(JSON.stringify(about.metadata))
  const metadataAt = HEADER + root.length
  const leavesAt = metadataAt + metadata.length
  const tilesAt = leavesAt + leaves.length
  const header = new DataView(new ArrayBuffer(HEADER))
  new TextEncoder().encodeInto('PMTiles', new Uint8Array(header.buffer))
  header.setUint8(7, 3)
  const numbers = [
    HEADER,
    root.length,
    metadataAt,
    metadata.length,
    leavesAt,
    leaves.length,
    tilesAt,
    length,
    sorted.length,
    entries.length,
    contents.length,
  ]
  numbers.forEach((value, i) => header.setBigUint64(8 + 8 * i, BigInt(value), true))
  // clustered; directories gzip; tiles gzip; tile type vector
  ;[1, 2, 2, 1, about.minZoom, about.maxZoom].forEach((value, i) => header.setUint8(96 + i, value))
  const [west, south, east, north] = about.bbox
  ;[west, south, east, north].forEach((value, i) => header.setInt32(102 + 4 * i, Math.round(value * 1e7), true))
  header.setUint8(118, Math.min(12, about.maxZoom))
  header.setInt32(119, Math.round(((west + east) / 2) * 1e7), true)
  header.setInt32(123, Math.round(((south + north) / 2) * 1e7), true)
  const fd = openSync(file, 'w')
  try {
    for (const part of [new Uint8Array(header.buffer), root, metadata, leaves, ...contents]) {
      for (let written = 0; written < part.length;) written += writeSync(fd, part, written)
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const arrange = (tiles: readonly Tile[]): { entries: Entry[]; contents: Uint8Array[]; length: number } => {
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  const known = new Map<string, number>()
  let length = 0
  for (const { id, bytes } of tiles) {
    const hash = createHash('sha1').update(bytes).digest('base64')
    let offset = known.get(hash)
    if (offset === undefined) {
      offset = length
      known.set(hash, offset)
      contents.push(bytes)
      length += bytes.length
    }
    const last = entries.at(-1)
    if (last && last.offset === offset && last.id + last.run === id) last.run++
    else entries.push({ id, run: 1, offset, length: bytes.length })
  }
  return { entries, contents, length }
}

const directories = (entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } => {
  const whole = directory(entries)
  if (whole.length <= ROOT_MAX) return { root: whole, leaves: new Uint8Array() }
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const parts: Uint8Array[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = directory(entries.slice(i, i + perLeaf))
      // A run of 0 marks an entry that points to a leaf directory.
      pointers.push({ id: entries[i]!.id, run: 0, offset, length: leaf.length })
      parts.push(leaf)
      offset += leaf.length
    }
    const root = directory(pointers)
    if (root.length <= ROOT_MAX) return { root, leaves: Buffer.concat(parts) }
  }
}

/** Column by column: id deltas, runs, lengths, offsets + 1 (0 when the tile follows the one before). */
const directory = (entries: readonly Entry[]): Uint8Array => {
  const pbf = new PbfWriter()
  pbf.writeVarint(entries.length)
  entries.forEach(({ id }, i) => pbf.writeVarint(id - (entries[i - 1]?.id ?? 0)))
  for (const { run } of entries) pbf.writeVarint(run)
  for (const { length } of entries) pbf.writeVarint(length)
  entries.forEach(({ offset }, i) => {
    const before = entries[i - 1]
    pbf.writeVarint(before && before.offset + before.length === offset ? 0 : offset + 1)
  })
  return gzipSync(pbf.finish())
}
