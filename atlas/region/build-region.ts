import { rename, rm } from 'node:fs/promises'
import { setUpGeo } from '../geocode/geo-schema.ts'
import { loadGazetteer, readyLoad, removeOldLoads } from '../geocode/load-gazetteer.ts'
import type { Sql } from '../sql.ts'
import { buildInProcess } from './build-process.ts'
import { underImportLock } from './import-lock.ts'
import {
  isBuilt,
  placesFile,
  readCurrent,
  readInfo,
  removeOldVersions,
  stagingFolder,
  versionFolder,
  writeCurrent,
} from './region-files.ts'
import type { Current } from './region-files.ts'
import { checkFormat } from './region-info.ts'
import type { RegionInfo } from './region-info.ts'
import { nameSource } from './source.ts'
import type { NamedSource, Source } from './source.ts'

export interface BuildRegion {
  readonly source: Source
  /** The maps folder; each region has a folder in it. */
  readonly dir: string
  readonly sql: Sql
  /** Called with one short sentence per step, shown to the operator. */
  readonly progress: (line: string) => void
}

/**
 * Builds a region from its source and makes it the current one. An existing build is reused: a second call with
 * the same source takes milliseconds. A kill at any moment leaves the current region unchanged; the next call starts
 * over. Of two calls at once the second waits for the first.
 * @throws AtlasError BAD_FILE, BAD_MAP, BAD_INPUT
 */
export const buildRegion = async ({ source, dir, sql, progress }: BuildRegion): Promise<RegionInfo> => {
  const named = await nameSource(source)
  await setUpGeo(sql)
  const waiting = (): void => progress('Waiting for another import to end')
  return underImportLock(dir, waiting, async () => {
    const before = await readCurrent(dir).catch(() => undefined)
    if (isBuilt(dir, named)) await loadRows(sql, named, versionFolder(dir, named), progress)
    else await build({ source, dir, sql, progress }, named)
    if (before?.region !== named.region || before.version !== named.version) await writeCurrent(dir, named)
    await removeOldVersions(dir, named, before)
    await removeOldLoads(sql, named.region)
    return readInfo(versionFolder(dir, named))
  })
}

/**
 * Loads the current region's rows into this database if they are missing: a database that was restored or moved
 * needs no map file.
 * @throws AtlasError BAD_FILE
 */
export const ensureRows = async ({ dir, sql, progress }: Omit<BuildRegion, 'source'>): Promise<void> => {
  await setUpGeo(sql)
  await underImportLock(dir, () => progress('Waiting for another import to end'), async () => {
    const current = await readCurrent(dir)
    if (!current || !isBuilt(dir, current)) return
    const folder = versionFolder(dir, current)
    checkFormat(await readInfo(folder))
    await loadRows(sql, current, folder, progress)
  }) // prettier-ignore
}

const build = async ({ source, dir, sql, progress }: BuildRegion, named: NamedSource): Promise<void> => {
  const folder = await stagingFolder(dir, named.region)
  try {
    // The rows are loaded while the process builds roads and tiles.
    let rows: Promise<void> = Promise.resolve()
    const placesReady = (): void => {
      rows = loadRows(sql, named, folder, progress)
      rows.catch(() => undefined)
    }
    await buildInProcess({ source, named, folder }, { progress, placesReady })
    await rows
    await rename(folder, versionFolder(dir, named))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

const loadRows = async (
  sql: Sql,
  { region, version }: Current,
  folder: string,
  progress: BuildRegion['progress'],
): Promise<void> => {
  if ((await readyLoad(sql, region, version)) !== undefined) return
  progress('Bringing places into the database')
  await loadGazetteer(sql, region, version, placesFile(folder))
}
