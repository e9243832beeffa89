import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The map of the trial city takes ten seconds to make and is independent of the database: it is kept between runs. */
const keptMaps = join(root, '.cache', 'proof-maps')

/** A temporary data folder that the database's user can enter, with the map of the trial city if one was kept. */
export const makeDataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-proof-'))
  chmodSync(folder, 0o711)
  if (existsSync(keptMaps)) cpSync(keptMaps, join(folder, 'maps'), { recursive: true })
  return folder
}

/**
 * Keeps the map that a server has made in its data folder. An older one is replaced there by the server, and stays here
 * until removed.
 */
export const keepMaps = (folder: string): void => {
  if (existsSync(keptMaps)) return
  const mine = `${keptMaps}.${process.pid}`
  mkdirSync(join(root, '.cache'), { recursive: true })
  cpSync(join(folder, 'maps'), mine, { recursive: true })
  try {
    renameSync(mine, keptMaps)
  } catch {
    // Another run was faster.
    rmSync(mine, { recursive: true, force: true })
  }
}
