import { statfs, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { AtlasError } from '../atlas-error.ts'
import type { Source } from './source.ts'

/** Megabytes. */
export interface ImportRoom {
  readonly memory: number
  /** While it runs; what stays is about half of it. */
  readonly disk: number
}

// Measured with files of 3, 50 and 200 MB: docs/decisions/093-import-in-bounded-memory.md
const MEMORY_BASE = 700
const MEMORY_PER_MB = 12
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

/** The limit of the importing process's heap, megabytes: what was asked for, else more than enough for the file. */
export const heapLimit = (size: number, asked: number | undefined): number =>
  asked ?? Math.round(Math.min(Math.max(2048, roomOf(size).memory), memoryHere() * 0.75))

export const sourceSize = async (source: Source): Promise<number> =>
  source.kind === 'file' ? (await stat(source.path)).size : 0

/**
 * One line about the memory and disk that an import of this source takes; undefined for the trial city.
 * @throws AtlasError BAD_INPUT when the disk has too little room
 */
export const checkRoom = async (source: Source, dir: string): Promise<string | undefined> => {
  if (source.kind !== 'file') return undefined
  const room = roomOf(await sourceSize(source))
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
