import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { AtlasError } from '../atlas-error.ts'

/** A decompressed block of an .osm.pbf file. */
export interface Block {
  readonly type: 'OSMHeader' | 'OSMData'
  /** The position among the blocks of the file, from 0. */
  readonly index: number
  readonly bytes: Uint8Array
  /** The share of the file up to the end of this block, 0 to 1. */
  readonly done: number
}

// Limits of the format. Source: OpenStreetMap wiki, "PBF Format": 64 KiB per header, 32 MiB per blob, uncompressed too.
const MAX_HEADER = 64 * 1024
const MAX_BLOB = 32 * 1024 * 1024

interface BlobFields {
  raw: Uint8Array | undefined
  zlib: Uint8Array | undefined
  other: boolean
}

/**
 * Reads the blocks of an .osm.pbf file in order, without those that `isWanted` leaves out.
 * @throws AtlasError BAD_FILE when the file is of another format, cut off or damaged.
 */
export function* readBlocks(file: string, isWanted: (index: number) => boolean = () => true): Generator<Block> {
  const fd = openMap(file)
  const name = basename(file)
  try {
    const size = fstatSync(fd).size
    let at = 0
    const take = (length: number): Uint8Array => {
      if (at + length > size)
        throw new AtlasError('BAD_FILE', `${name} is cut off after ${size} bytes. Download it again.`)
      const bytes = new Uint8Array(length)
      let read = 0
      while (read < length) {
        const n = readSync(fd, bytes, read, length - read, at + read)
        if (n === 0) throw new AtlasError('BAD_FILE', `${name} became shorter while it was read.`)
        read += n
      }
      at += length
      return bytes
    }
    if (size === 0) throw new AtlasError('BAD_FILE', `${name} is empty.`)
    for (let index = 0; at < size; index++) {
      const first = at === 0
      const headerSize = new DataView(take(4).buffer).getUint32(0)
      if (headerSize === 0 || headerSize > MAX_HEADER) throw notPbf(name, first)
      const header = guarded(name, first, () =>
        new PbfReader(take(headerSize)).readFields(
          (tag, to, pbf) => {
            if (tag === 1) to.type = pbf.readString()
            else if (tag === 3) to.size = pbf.readVarint()
          },
          { type: '', size: 0 },
        ),
      )
      if (header.size <= 0 || header.size > MAX_BLOB) throw notPbf(name, first)
      const { type } = header
      // The format lets readers skip blocks of other types, but no program writes any: it is a flipped bit, and a
      // skipped block would be a hole in the map.
      if (type !== 'OSMHeader' && (first || type !== 'OSMData')) throw notPbf(name, first)
      if (!isWanted(index)) {
        at += header.size
        continue
      }
      const blob = take(header.size)
      yield { type, index, bytes: guarded(name, first, () => unpack(blob, name)), done: at / size }
    }
  } finally {
    closeSync(fd)
  }
}

const openMap = (file: string): number => {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw new AtlasError('BAD_FILE', `${basename(file)} cannot be opened: ${(error as Error).message}`)
  }
}

const notPbf = (name: string, first: boolean): AtlasError =>
  new AtlasError(
    'BAD_FILE',
    first ? `${name} is not an OpenStreetMap .osm.pbf file.` : `${name} is damaged. Download it again.`,
  )

/** An error of the import's code that a decoder calls. */
class ImportError extends Error {}

/** The work that a decoder calls for each object: its errors pass `guarded` unchanged. */
export const unguarded =
  <A extends unknown[]>(work: (...args: A) => void) =>
  (...args: A): void => {
    try {
      work(...args)
    } catch (error) {
      throw new ImportError('', { cause: error })
    }
  }

/** Every error of the decoders means that the file is damaged. */
export const guarded = <T>(name: string, first: boolean, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (error instanceof ImportError) throw error.cause
    throw error instanceof AtlasError ? error : notPbf(name, first)
  }
}

const unpack = (blob: Uint8Array, name: string): Uint8Array => {
  const start: BlobFields = { raw: undefined, zlib: undefined, other: false }
  const fields = new PbfReader(blob).readFields((tag, to, pbf) => {
    if (tag === 1) to.raw = pbf.readBytes()
    else if (tag === 3) to.zlib = pbf.readBytes()
    else if (tag >= 4) to.other = true
  }, start)
  if (fields.raw) return fields.raw
  if (fields.zlib) return inflateSync(fields.zlib, { maxOutputLength: MAX_BLOB })
  throw new AtlasError(
    'BAD_FILE',
    fields.other ? `${name} is compressed in a way that is not supported; save it with zlib.` : `${name} is damaged.`,
  )
}
