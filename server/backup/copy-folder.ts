import type { Stats } from 'node:fs'
import { copyFile, lchown, lstat, mkdir, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../platform/runtime/start-error.ts'

interface Entry {
  /** below the folder that is read; `.` is the folder itself */
  readonly path: string
  readonly found: Stats
}
type Skips = (path: string) => boolean

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const orGone = (error: unknown): undefined => {
  if (!isGone(error)) throw error
}

/** The file or folder that a path leads to, also through links; undefined: it was deleted meanwhile. */
const lookAt = async (path: string): Promise<Stats | undefined> => {
  const found = await stat(path).catch(orGone)
  if (found === undefined && (await lstat(path).catch(orGone)))
    throw new StartError(`${path} is a link to something that does not exist.`)
  if (found && !found.isFile() && !found.isDirectory())
    throw new StartError(`${path} is neither a file nor a folder, so it cannot be backed up. Move it elsewhere.`)
  return found
}

/**
 * A folder that is in use and everything in it, parents first, without what `skips` names. Links are followed: an
 * operator may have moved a part of the data to another disk [design/data-99].
 */
export async function* entriesOf(from: string, skips: Skips, path = '.'): AsyncGenerator<Entry> {
  const found = await lookAt(join(from, path))
  if (found === undefined) return
  yield { path, found }
  const folder = found.isDirectory() ? await opendir(join(from, path)).catch(orGone) : undefined
  if (folder === undefined) return
  for await (const { name } of folder) {
    const inner = join(path, name)
    if (!skips(inner)) yield* entriesOf(from, skips, inner)
  }
}

/** With the mode, and as root with the owner too. */
const copyEntry = async (from: string, to: string, found: Stats): Promise<void> => {
  if (found.isDirectory()) await mkdir(to, { mode: found.mode })
  else {
    try {
      await copyFile(from, to)
    } catch (error) {
      if (!isGone(error) || (await lookAt(from))) throw error
      return
    }
  }
  if (process.getuid?.() === 0) await lchown(to, found.uid, found.gid)
}

/** Copies a folder that is in use; leaves out what is deleted during the copy. */
export const copyFolder = async (from: string, to: string, skips: Skips, signal?: AbortSignal): Promise<void> => {
  for await (const { path, found } of entriesOf(from, skips)) {
    signal?.throwIfAborted()
    await copyEntry(join(from, path), join(to, path), found)
  }
}

export const copyFileOf = async (from: string, to: string): Promise<void> => {
  const found = await lookAt(from)
  if (found) await copyEntry(from, to, found)
}
