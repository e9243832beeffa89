import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { AtlasError } from '../atlas-error.ts'
import type { RoadGraph } from './road-graph.ts'

/**
 * graph.bin: magic, length of the header, checksum of everything after it, then a JSON header (name → kind, offset, length)
 * and the columns, each on an 8-byte boundary. Numbers are little-endian, the byte order of all supported machines.
 */
const MAGIC = 'REMISGR2'
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
  const bytes = new Uint8Array(start + end)
  bytes.set(new TextEncoder().encode(MAGIC))
  bytes.set(header, HEAD)
  for (const [name, column] of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), start + places[name]!.offset)
  }
  const view = new DataView(bytes.buffer)
  view.setUint32(8, header.length, true)
  view.setUint32(12, crc32(bytes.subarray(HEAD)), true)
  const fd = openSync(file, 'w')
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * Reads a graph into shared memory, so that worker threads use the same copy.
 * @throws AtlasError BAD_FILE when the file is damaged or of another version
 */
export const readGraph = (file: string): { graph: RoadGraph; memory: SharedArrayBuffer } => {
  let stored: Uint8Array
  try {
    stored = readFileSync(file)
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The road graph cannot be read: ${(error as Error).message}`)
  }
  if (stored.length < HEAD || new TextDecoder().decode(stored.subarray(0, 8)) !== MAGIC) {
    throw new AtlasError(
      'BAD_FILE',
      'The road graph is of another version or no graph at all. Import the region again.',
    )
  }
  const check = new DataView(stored.buffer, stored.byteOffset).getUint32(12, true)
  if (crc32(stored.subarray(HEAD)) !== check) {
    throw new AtlasError('BAD_FILE', 'The road graph is damaged. Import the region again.')
  }
  const memory = new SharedArrayBuffer(stored.length)
  new Uint8Array(memory).set(stored)
  return { graph: graphIn(memory), memory }
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
