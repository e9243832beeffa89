import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@remis/domain/messages/app-error'
import { checkName, isFileName, markName, type Storage } from './storage-provider.ts'

const unfinished = '.part'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** No space, over a quota, or a disk that may not be written. */
const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

const orNothing = <T>(error: unknown, nothing: T): T => {
  if (codeOf(error) === 'ENOENT') return nothing
  throw error
}

/**
 * Files in a folder outside of everything the web server serves, 256 folders by the first two digits [design/files-4].
 */
export const diskStorage = (folder: string): Storage => {
  const partOf = (name: string) => name.slice(0, 2)
  const pathOf = (name: string) => {
    checkName(name)
    return join(folder, partOf(name), name)
  }
  const syncFolder = async (path: string) => {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  const parts = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))
  const namesIn = (part: string) =>
    readdir(join(folder, part)).catch((error: unknown) => orNothing(error, [] as string[]))

  return {
    parts,
    place: folder,
    isEmpty: async () => {
      for (const part of parts) if ((await namesIn(part)).some(isFileName)) return false
      return true
    },
    readMark: () => readFile(join(folder, markName), 'utf8').catch((error: unknown) => orNothing(error, undefined)),
    writeMark: async (mark) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, markName)
      await writeFile(path + unfinished, mark, { mode: 0o600, flush: true })
      await rename(path + unfinished, path)
      await syncFolder(folder)
    },
    write: async (name, bytes) => {
      const path = pathOf(name)
      const part = join(folder, partOf(name))
      try {
        await mkdir(part, { recursive: true, mode: 0o700 })
        const handle = await open(path + unfinished, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(path + unfinished, path)
        await syncFolder(part)
      } catch (error) {
        await rm(path + unfinished, { force: true }).catch(() => undefined)
        throw noSpace.has(codeOf(error) ?? '') ? new AppError(503, 'storage_full', { cause: error }) : error
      }
    },
    read: async (name) => {
      const handle = await open(pathOf(name), 'r').catch((error: unknown) => orNothing(error, undefined))
      return handle?.createReadStream()
    },
    has: async (name) => {
      const found = await stat(pathOf(name)).catch((error: unknown) => orNothing(error, undefined))
      return found?.isFile() === true
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    listOld: async (part, ageMs) => {
      const names = await namesIn(part)
      const before = Date.now() - ageMs
      const old: string[] = []
      for (const name of names) {
        const path = join(folder, part, name)
        const found = await stat(path).catch((error: unknown) => orNothing(error, undefined))
        if (found === undefined || found.mtimeMs > before) continue
        if (name.endsWith(unfinished)) await rm(path, { force: true })
        else if (isFileName(name)) old.push(name)
      }
      return old
    },
  }
}
