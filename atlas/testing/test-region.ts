import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { rename, rm, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFiles } from '../region/build-files.ts'
import { underImportLock } from '../region/import-lock.ts'
import { isBuilt, stagingFolder, versionFolder, writeCurrent } from '../region/region-files.ts'
import { nameSource } from '../region/source.ts'
import type { Source } from '../region/source.ts'

const atlas = fileURLToPath(new URL('..', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/maps', import.meta.url))

/** Hash of all source files of atlas but tests: changed code builds a new region. */
const codeHash = (): string => {
  const hash = createHash('sha256')
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory() && entry.name !== 'testing' && entry.name !== 'node_modules')
        visit(join(folder, entry.name))
      else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
        hash.update(readFileSync(join(folder, entry.name)))
    }
  }
  visit(atlas)
  return hash.digest('hex').slice(0, 12)
}

export interface TestRegion {
  /** A maps folder with this region as the current one; files only, without a database. */
  readonly dir: string
  /** Its version folder. */
  readonly folder: string
}

/** Builds a region once per state of the code and keeps it under `.cache`; the next run finds it there. */
export const testRegion = async (source: Source): Promise<TestRegion> => {
  const named = await nameSource(source)
  const hash = codeHash()
  const dir = join(cache, `${hash}-${named.region}`)
  const folder = versionFolder(dir, named)
  await mkdir(cache, { recursive: true })
  await underImportLock(dir, () => undefined, async () => {
    if (isBuilt(dir, named)) return
    for (const old of await readdir(cache)) {
      if (!old.startsWith(hash) && old.endsWith(`-${named.region}`)) await rm(join(cache, old), { recursive: true, force: true })
    }
    const staging = await stagingFolder(dir, named.region)
    await buildFiles({ source, named, folder: staging }, { progress: () => undefined, placesReady: () => undefined })
    await rename(staging, folder)
    await writeCurrent(dir, named)
  }) // prettier-ignore
  return { dir, folder }
}

export const testMontevideo = (): Promise<TestRegion> => testRegion({ kind: 'montevideo' })

const extracts = process.env['REMIS_EXTRACTS'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** A real extract that is not part of the project; it may be absent. */
export const extractFile = (name: string): string => join(extracts, name)
