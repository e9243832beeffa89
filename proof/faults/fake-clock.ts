import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../server-process.ts'

/** Where Debian puts the library of its package `faketime`. */
const library = (): string | undefined => {
  const root = '/usr/lib'
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'faketime')) : []
  return folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find((file) => existsSync(file))
}

/**
 * The environment that sets a process's clock this many seconds ahead (negative: behind); undefined where the tool is
 * missing. Time passes at the right speed.
 */
export const fakeClock = (seconds: number): Env | undefined => {
  const preload = library()
  return preload === undefined
    ? undefined
    : {
        LD_PRELOAD: preload,
        FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_NO_CACHE: '1',
      }
}
