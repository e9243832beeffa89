import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AtlasError } from '../atlas-error.ts'
import type { RoadGraph } from './road-graph.ts'

/**
 * graph.bin: magic, length of the header, checksum of everything after it, then a JSON header (name → kind, offset,
 * length) and the columns, each on an 8-byte boundary. Numbers are little-endian, the byte order of all supported
 * machines.
 */
const MAGIC = 'REMISGR3'
const HEAD = 16

type Kind = 'Int32Array' | 'Uint8Array'
type Column = Int32Array | Uint8Array
interface Place {
  readonly kind: Kind
  readonly offset: number
  readonly length: number
}

const aligned = (offset: number): number => Math.ceil(offset / 8) * 8

export const writeGraph = (file: string, graph: RoadGraph): void => {
  const columns = Object.entries(graph) as [keyof RoadGraph, Column][]
  const places: Record<string, Place> = {}
  // Offsets count from the first column, so that they do not depend on the length of the header.
  let end = 0
  for (const [name, column] of columns) {
    places[name] = {
      kind: column instanceof Int32Array ? 'Int32Array' : 'Uint8Array',
      offset: end,
      length: column.length,
    }
    end = aligned(end + column.byteLength)
  }
  const header = new TextEncoder().encode(JSON.stringify(places))
  const start = aligned(HEAD + header.length)
  const head = new Uint8Array(start)
  head.set(new TextEncoder().encode(MAGIC))
  head.set(header, HEAD)
  const parts = [head, ...columns.flatMap(([, column]) => [bytesOf(column), paddingOf(column)])]
  const view = new DataView(head.buffer)
  view.setUint32(8, header.length, true)
  view.setUint32(12, checksum(parts), true)
  const fd = openSync(file, 'w')
  try {
    for (const part of parts.flatMap(pieces)) {
      for (let written = 0; written < part.length;) written += writeSync(fd, part, written)
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

const bytesOf = (column: Column): Uint8Array => new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
const paddingOf = (column: Column): Uint8Array => new Uint8Array(aligned(column.byteLength) - column.byteLength)

/** Node reads, writes and sums at most 2 GB at once; the roads of a large country are more. */
const pieces = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, i) => bytes.subarray(i * PIECE, (i + 1) * PIECE))
const PIECE = 2 ** 20

/** Of everything after the first {@link HEAD} bytes. */
const checksum = (parts: readonly Uint8Array[]): number => {
  const [head, ...others] = parts
  return [head!.subarray(HEAD), ...others].flatMap(pieces).reduce((sum, piece) => crc32(piece, sum), 0)
}

/**
 * Reads a graph into shared memory, so that worker threads use the same copy.
 * @throws AtlasError BAD_FILE when the file is damaged or of another version
 */
export const readGraph = (file: string): { graph: RoadGraph; memory: SharedArrayBuffer } => {
  let memory: SharedArrayBuffer
  try {
    memory = readShared(file)
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The road graph cannot be read: ${(error as Error).message}`)
  }
  const stored = new Uint8Array(memory)
  // TextDecoder refuses shared memory: copy the few bytes.
  if (stored.length < HEAD || new TextDecoder().decode(stored.slice(0, 8)) !== MAGIC) {
    throw new AtlasError(
      'BAD_FILE',
      'The road graph is of another version or no graph at all. Import the region again.',
    )
  }
  if (checksum([stored]) !== new DataView(memory).getUint32(12, true)) {
    throw new AtlasError('BAD_FILE', 'The road graph is damaged. Import the region again.')
  }
  return { graph: graphIn(memory), memory }
}

const readShared = (file: string): SharedArrayBuffer => {
  const fd = openSync(file, 'r')
  try {
    const memory = new SharedArrayBuffer(fstatSync(fd).size)
    for (const piece of pieces(new Uint8Array(memory))) {
      for (let read = 0; read < piece.length;) {
        const more = readSync(fd, piece, read, piece.length - read, null)
        if (more === 0) throw new Error('it became shorter while it was read')
        read += more
      }
    }
    return memory
  } finally {
    closeSync(fd)
  }
}

/** The graph's columns as views of the file's bytes, without copies. */
export const graphIn = (memory: SharedArrayBuffer): RoadGraph => {
  const headerLength = new DataView(memory).getUint32(8, true)
  // TextDecoder refuses shared memory: copy the few bytes of the header.
  const header = new TextDecoder().decode(new Uint8Array(memory, HEAD, headerLength).slice())
  const places = JSON.parse(header) as Record<keyof RoadGraph, Place>
  const start = aligned(HEAD + headerLength)
  const columns = Object.entries(places).map(([name, { kind, offset, length }]) => [
    name,
    kind === 'Int32Array'
      ? new Int32Array(memory, start + offset, length)
      : new Uint8Array(memory, start + offset, length),
  ])
  return Object.fromEntries(columns) as unknown as RoadGraph
}
