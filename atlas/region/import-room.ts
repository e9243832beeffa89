import { mkdir, stat, statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import { readHeader } from '../osm/read-header.ts'
import type { Bbox } from '../osm/read-osm.ts'
import type { Source } from './source.ts'

/** Megabytes. */
export interface ImportRoom {
  readonly memory: number
  /** While it runs; what stays is about half of it. */
  readonly disk: number
}

// Measured with files of 3, 53 and 206 MB: docs/decisions/093-import-in-bounded-memory.md
const MEMORY_BASE = 600
const MEMORY_PER_MB = 12
/** The heap holds the list of places: 6 MB per MB for Porto, 4 for Liechtenstein. */
const HEAP_PER_MB = 10
const LEAST_HEAP = 2048
const DISK_BASE = 200
const DISK_PER_MB = 12

const MB = 2 ** 20

/** @param size of the map file, bytes */
export const roomOf = (size: number): ImportRoom => ({
  memory: Math.round(MEMORY_BASE + (size / MB) * MEMORY_PER_MB),
  disk: Math.round(DISK_BASE + (size / MB) * DISK_PER_MB),
})

/** The memory of this machine or container, megabytes. */
export const memoryHere = (): number => {
  const limit = process.constrainedMemory()
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MB)
}

/** The limit of the importing process's heap, megabytes: what was asked for, else enough for the file. */
export const heapLimit = (size: number, asked: number | undefined): number =>
  asked ?? Math.round(Math.min(Math.max(LEAST_HEAP, (size / MB) * HEAP_PER_MB), memoryHere() * 0.75))

/**
 * Bytes of the files that the import takes. The share of a box is estimated by its area, as ten times as dense as the
 * rest: boxes are drawn around cities.
 * @throws AtlasError BAD_FILE
 */
export const sourceSize = async (source: Source): Promise<number> => {
  if (source.kind !== 'files') return 0
  const sizes = await Promise.all(source.paths.map((path) => sizeIn(path, source.bbox)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const sizeIn = async (path: string, bbox: Bbox | undefined): Promise<number> => {
  let size: number
  try {
    size = (await stat(path)).size
  } catch (error) {
    throw new AtlasError('BAD_FILE', `${basename(path)} cannot be read: ${(error as Error).message}`)
  }
  const whole = bbox && readHeader(path).bbox
  return whole ? size * Math.min(1, 10 * shareOf(bbox, whole)) : size
}

const shareOf = (part: Bbox, whole: Bbox): number => {
  const width = Math.min(part[2], whole[2]) - Math.max(part[0], whole[0])
  const height = Math.min(part[3], whole[3]) - Math.max(part[1], whole[1])
  if (width <= 0 || height <= 0) return 0
  return (width * height) / ((whole[2] - whole[0]) * (whole[3] - whole[1]))
}

/**
 * One line about the memory and disk that an import of this source takes; undefined for the trial city.
 * @throws AtlasError BAD_INPUT when the disk has too little room
 */
export const checkRoom = async (source: Source, dir: string): Promise<string | undefined> => {
  if (source.kind !== 'files') return undefined
  const room = roomOf(await sourceSize(source))
  await mkdir(dir, { recursive: true })
  const { bavail, bsize } = await statfs(dir)
  const free = Math.floor((bavail * bsize) / MB)
  if (free < room.disk) {
    throw new AtlasError(
      'BAD_INPUT',
      `The import needs about ${size(room.disk)} on disk and ${size(free)} are free. Free some, or cut a part out with --bbox.`,
    )
  }
  const scarce = room.memory > memoryHere() * 0.75
  return `Needs about ${size(room.memory)} of memory (this machine has ${size(memoryHere())}) and ${size(room.disk)} on disk (${size(free)} are free)${scarce ? '. The memory may not be enough' : ''}`
}

const size = (megabytes: number): string =>
  megabytes < 1000 ? `${megabytes} MB` : `${(megabytes / 1024).toFixed(1)} GB`

/**
 * What a write to a full disk throws, here or in PostgreSQL, as one line for the operator; other errors as they are.
 */
export const explainFullDisk = (error: unknown): unknown =>
  FULL.has((error as { code?: string } | undefined)?.code ?? '')
    ? new AtlasError('BAD_INPUT', 'There is no space left on the disk. Free some, then import again.')
    : error

/** 53100 is PostgreSQL's. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
