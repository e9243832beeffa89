import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { AtlasError } from '../atlas-error.ts'
import { tileId } from './hilbert.ts'

interface Directory {
  readonly ids: Float64Array
  readonly runs: Float64Array
  readonly lengths: Float64Array
  readonly offsets: Float64Array
}

const HEADER = 127
/** Leaf directories kept in memory; each holds some thousand tiles. */
const LEAVES_KEPT = 32

/** Reads single tiles of a PMTiles v3 file as stored (gzip), so that the server can send them unchanged. */
export class TileFile {
  readonly #file: FileHandle
  readonly #root: Directory
  readonly #leavesAt: number
  readonly #tilesAt: number
  readonly #leaves = new Map<number, Promise<Directory>>()

  private constructor(file: FileHandle, root: Directory, leavesAt: number, tilesAt: number) {
    this.#file = file
    this.#root = root
    this.#leavesAt = leavesAt
    this.#tilesAt = tilesAt
  }

  /** @throws AtlasError BAD_FILE */
  static async open(path: string): Promise<TileFile> {
    let file: FileHandle
    try {
      file = await open(path, 'r')
    } catch (error) {
      throw new AtlasError('BAD_FILE', `The map tiles cannot be read: ${(error as Error).message}`)
    }
    try {
      const head = await bytesAt(file, 0, HEADER)
      const view = new DataView(head.buffer, head.byteOffset)
      const number = (i: number): number => Number(view.getBigUint64(8 + 8 * i, true))
      const valid =
        new TextDecoder().decode(head.subarray(0, 7)) === 'PMTiles' && head[7] === 3 && head[97] === 2 && head[98] === 2
      if (!valid) throw new Error('not a PMTiles v3 file with gzip')
      if ((await file.stat()).size < Math.max(number(4) + number(5), number(6) + number(7))) throw new Error('cut off')
      return new TileFile(file, parse(await bytesAt(file, number(0), number(1))), number(4), number(6))
    } catch (error) {
      await file.close()
      throw new AtlasError(
        'BAD_FILE',
        `The map tiles are damaged (${(error as Error).message}). Import the region again.`,
      )
    }
  }

  /** The stored bytes; undefined without a tile. */
  async tile(z: number, x: number, y: number): Promise<Uint8Array | undefined> {
    const id = tileId(z, x, y)
    let directory = this.#root
    // The format allows leaves of leaves and recommends at most three steps.
    for (let depth = 0; depth < 4; depth++) {
      const entry = find(directory, id)
      if (entry < 0) return undefined
      const offset = directory.offsets[entry]!
      const length = directory.lengths[entry]!
      if (directory.runs[entry]! > 0) return bytesAt(this.#file, this.#tilesAt + offset, length)
      directory = await this.#leaf(offset, length)
    }
    return undefined
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #leaf(offset: number, length: number): Promise<Directory> {
    let leaf = this.#leaves.get(offset)
    if (!leaf) {
      if (this.#leaves.size >= LEAVES_KEPT) this.#leaves.delete(this.#leaves.keys().next().value!)
      leaf = bytesAt(this.#file, this.#leavesAt + offset, length).then(parse)
      leaf.catch(() => this.#leaves.delete(offset))
      this.#leaves.set(offset, leaf)
    }
    return leaf
  }
}

const bytesAt = async (file: FileHandle, position: number, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  for (let read = 0; read < length;) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read)
    if (bytesRead === 0) throw new AtlasError('BAD_FILE', 'The map tiles are cut off. Import the region again.')
    read += bytesRead
  }
  return bytes
}

const parse = (bytes: Uint8Array): Directory => {
  const pbf = new PbfReader(gunzipSync(bytes))
  const count = pbf.readVarint()
  const column = (): Float64Array => Float64Array.from({ length: count }, () => pbf.readVarint())
  const ids = column()
  for (let i = 1; i < count; i++) ids[i]! += ids[i - 1]!
  const runs = column()
  const lengths = column()
  const offsets = column()
  for (let i = 0; i < count; i++)
    offsets[i] = offsets[i] === 0 && i > 0 ? offsets[i - 1]! + lengths[i - 1]! : offsets[i]! - 1
  return { ids, runs, lengths, offsets }
}

/** The entry with the id, or the leaf to search; -1 without either. */
const find = ({ ids, runs }: Directory, id: number): number => {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ids[middle]! <= id) low = middle + 1
    else high = middle - 1
  }
  if (high < 0) return -1
  const run = runs[high]!
  return run === 0 || id - ids[high]! < run ? high : -1
}
