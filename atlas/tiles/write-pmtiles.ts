import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { IntList, NumberList } from '../osm/number-list.ts'
import type { Bbox } from '../osm/read-osm.ts'

/** Runs of tiles: first id, number of ids, and the place of their bytes among the tiles. */
interface Entries {
  readonly id: Float64Array
  readonly run: Float64Array
  readonly offset: Float64Array
  readonly length: Float64Array
}

/** Header and root directory together fit into 16 KiB, so that a reader needs one read (PMTiles v3). */
const HEADER = 127
const TILES_AT = 16_384
const ROOT_MAX = TILES_AT - HEADER

/** Equal tiles up to this size are stored once: open sea and empty land. Larger ones differ. Bytes. */
const SHARED_MAX = 1024

/**
 * Writes one PMTiles v3 file. Tiles come in any order and go to the disk at once; the directory follows them, so that
 * memory holds some bytes per tile only.
 */
export class PmtilesWriter {
  readonly #fd: number
  readonly #ids = new NumberList()
  readonly #offsets = new NumberList()
  readonly #lengths = new IntList()
  readonly #known = new Map<string, number>()
  #contents = 0
  #end = 0

  constructor(file: string) {
    this.#fd = openSync(file, 'w')
  }

  get count(): number {
    return this.#ids.length
  }

  /** @param bytes gzip; @param id see `hilbert.ts`, each once */
  add(id: number, bytes: Uint8Array): void {
    this.#ids.push(id)
    this.#lengths.push(bytes.length)
    this.#offsets.push(this.#store(bytes))
  }

  /** Writes header and directories and closes the file. @param about `bbox` in degrees */
  finish(about: { bbox: Bbox; minZoom: number; maxZoom: number; metadata: object }): void {
    const tiles = this.#ids.length
    const entries = inRuns(this.#ids.take(), this.#offsets.take(), this.#lengths.take())
    const { root, leaves } = directories(entries)
    const metadata = gzipSync(JSON.stringify(about.metadata))
    const metadataAt = TILES_AT + this.#end
    const leavesAt = metadataAt + metadata.length
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
      TILES_AT,
      this.#end,
      tiles,
      entries.id.length,
      this.#contents,
    ]
    numbers.forEach((value, i) => header.setBigUint64(8 + 8 * i, BigInt(value), true))
    // not in the order of ids; directories gzip; tiles gzip; tile type vector
    ;[0, 2, 2, 1, about.minZoom, about.maxZoom].forEach((value, i) => header.setUint8(96 + i, value))
    const [west, south, east, north] = about.bbox
    ;[west, south, east, north].forEach((value, i) => header.setInt32(102 + 4 * i, Math.round(value * 1e7), true))
    header.setUint8(118, Math.min(12, about.maxZoom))
    header.setInt32(119, Math.round(((west + east) / 2) * 1e7), true)
    header.setInt32(123, Math.round(((south + north) / 2) * 1e7), true)
    this.#write(new Uint8Array(header.buffer), 0)
    this.#write(root, HEADER)
    this.#write(metadata, metadataAt)
    this.#write(leaves, leavesAt)
    fsyncSync(this.#fd)
    this.close()
  }

  close(): void {
    closeSync(this.#fd)
  }

  #store(bytes: Uint8Array): number {
    const hash = bytes.length <= SHARED_MAX ? createHash('sha1').update(bytes).digest('base64') : undefined
    const known = hash === undefined ? undefined : this.#known.get(hash)
    if (known !== undefined) return known
    const offset = this.#end
    this.#write(bytes, TILES_AT + offset)
    this.#end += bytes.length
    this.#contents++
    if (hash !== undefined && this.#known.size < 2 ** 20) this.#known.set(hash, offset)
    return offset
  }

  #write(bytes: Uint8Array, at: number): void {
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#fd, bytes, written, bytes.length - written, at + written)
  }
}

/** Sorted by id; following ids with the same bytes are one entry. */
const inRuns = (ids: Float64Array, offsets: Float64Array, lengths: Int32Array): Entries => {
  const order = Uint32Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!)
  const column = (): Float64Array => new Float64Array(ids.length)
  const all = { id: column(), run: column(), offset: column(), length: column() }
  let last = -1
  for (const i of order) {
    if (last >= 0 && all.offset[last] === offsets[i] && all.id[last]! + all.run[last]! === ids[i]) all.run[last]!++
    else {
      last++
      all.id[last] = ids[i]!
      all.run[last] = 1
      all.offset[last] = offsets[i]!
      all.length[last] = lengths[i]!
    }
  }
  return part(all, 0, last + 1)
}

const part = ({ id, run, offset, length }: Entries, from: number, to: number): Entries => ({
  id: id.subarray(from, to),
  run: run.subarray(from, to),
  offset: offset.subarray(from, to),
  length: length.subarray(from, to),
})

const directories = (entries: Entries): { root: Uint8Array; leaves: Uint8Array } => {
  const count = entries.id.length
  // A few bytes per entry: more than this many never fit.
  const whole = count <= ROOT_MAX ? directory(entries) : undefined
  if (whole && whole.length <= ROOT_MAX) return { root: whole, leaves: new Uint8Array() }
  for (let perLeaf = 4096; ; perLeaf *= 2) {
    const leaves: Uint8Array[] = []
    const pointers: [id: number, offset: number, length: number][] = []
    let offset = 0
    for (let i = 0; i < count; i += perLeaf) {
      const leaf = directory(part(entries, i, Math.min(count, i + perLeaf)))
      pointers.push([entries.id[i]!, offset, leaf.length])
      leaves.push(leaf)
      offset += leaf.length
    }
    const column = (of: 0 | 1 | 2): Float64Array => Float64Array.from(pointers, (pointer) => pointer[of])
    // A run of 0 marks an entry that points to a leaf directory.
    const run = new Float64Array(pointers.length)
    const root = directory({ id: column(0), run, offset: column(1), length: column(2) })
    if (root.length <= ROOT_MAX) return { root, leaves: Buffer.concat(leaves) }
  }
}

/** Column by column: id deltas, runs, lengths, offsets + 1 (0 when the tile follows the one before). */
const directory = ({ id, run, offset, length }: Entries): Uint8Array => {
  const pbf = new PbfWriter()
  pbf.writeVarint(id.length)
  id.forEach((value, i) => pbf.writeVarint(value - (id[i - 1] ?? 0)))
  for (const value of run) pbf.writeVarint(value)
  for (const value of length) pbf.writeVarint(value)
  offset.forEach((value, i) => pbf.writeVarint(i > 0 && offset[i - 1]! + length[i - 1]! === value ? 0 : value + 1))
  return gzipSync(pbf.finish())
}
