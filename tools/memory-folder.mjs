import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.mjs'

const memory = '/dev/shm'
const prefix = 'remis-run-'
/** Databases, maps and browser profiles of a whole run take less than half of it. */
const neededBytes = 8 * 1024 ** 3

/** Folders of runs that were killed. */
const removeLeft = () => {
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length).split('-')[0])))
      rmSync(join(memory, name), { recursive: true, force: true })
}

/**
 * Puts the temporary files of this process and its children into memory, where the machine has room for it; removed
 * when the process ends. Each test database is about a thousand small files, which some disks take a second to create.
 */
export const keepTemporaryFilesInMemory = () => {
  try {
    removeLeft()
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < neededBytes || freemem() < neededBytes) return
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    // the user of the database enters it
    chmodSync(folder, 0o1777)
    process.env.TMPDIR = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  } catch {
    // no such folder, or not ours to write: the temporary files stay on the disk
  }
}
