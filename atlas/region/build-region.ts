import { existsSync } from 'node:fs'
import { rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import { setUpGeo } from '../geocode/geo-schema.ts'
import { loadGazetteer, readyLoad, readyRegions, removeOldLoads } from '../geocode/load-gazetteer.ts'
import type { Sql } from '../sql.ts'
import type { BuildOptions } from './build-files.ts'
import { buildInProcess } from './build-process.ts'
import { underImportLock } from './import-lock.ts'
import { checkRoom, explainFullDisk } from './import-room.ts'
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
import { nameRegion, nameSource } from './source.ts'
import type { NamedSource, Source } from './source.ts'
import { stepProgress } from './step-progress.ts'

export interface BuildRegion extends BuildOptions {
  readonly source: Source
  /** The maps folder; each region has a folder in it. */
  readonly dir: string
  readonly sql: Sql
  /** Called with one short sentence per step, shown to the operator. */
  readonly progress: (line: string) => void
  /** Stops the import when aborted: it throws the reason and leaves nothing behind. */
  readonly signal?: AbortSignal
  /** Called before another region is used; after false the previous region stays in use and the import is kept. */
  readonly approve?: (info: RegionInfo) => Promise<boolean>
}

/**
 * Builds a region from its source and makes it the current one. An existing build is reused: a second call with
 * the same source takes milliseconds. A kill at any moment leaves the current region unchanged; the next call starts
 * over. Of two calls at once the second waits for the first.
 * @throws AtlasError BAD_FILE, BAD_MAP, BAD_INPUT
 */
export const buildRegion = async (order: BuildRegion): Promise<RegionInfo> => {
  const { source, dir, sql, progress, signal } = order
  // A region that is not here yet needs room in any case: a file that is too large is refused before it is read.
  if (!existsSync(join(dir, nameRegion(source).region))) await checkRoom(source, dir)
  const named = await nameSource(source, order.noTiles)
  await setUpGeo(sql)
  return underImportLock(dir, waitingLine(progress), () => makeCurrent(order, named), signal)
}

/**
 * Makes the region in use ready for a server that starts: builds the trial city if no region is imported, and loads the
 * rows that this database lacks, so a restored or moved database needs no map file. Does not wait for a running import
 * if nothing is missing [design/maps-124]. Throws if the files of this database's region are missing
 * [design/data-115].
 * @throws AtlasError BAD_FILE
 */
export const readyRegion = async ({ dir, sql, progress }: Omit<BuildRegion, 'source'>): Promise<void> => {
  const source = { kind: 'montevideo' } as const
  await setUpGeo(sql)
  const trial = await nameSource(source)
  if (await isComplete(dir, sql, trial)) return
  await underImportLock(dir, waitingLine(progress), async () => {
    // The import that held the lock may have brought another region into use.
    const current = await readCurrent(dir)
    if (!current) await refuseLost(dir, sql, trial)
    if (!current || current.region === trial.region) await makeCurrent({ source, dir, sql, progress }, trial)
    else if (isBuilt(dir, current)) {
      checkFormat(await readInfo(versionFolder(dir, current)))
      await loadRows(sql, current, versionFolder(dir, current), progress)
    }
  })
}

/**
 * Throws if the database has rows of another region than the trial city: its maps folder is missing, for example after
 * a restore, and the trial city would replace the operator's city [design/data-115].
 */
const refuseLost = async (dir: string, sql: Sql, trial: Current): Promise<void> => {
  const others = (await readyRegions(sql)).filter((region) => region !== trial.region)
  if (others.length === 0) return
  throw new AtlasError(
    'BAD_FILE',
    `The database has the map of ${others.join(', ')}, but no region is in use in ${dir}. Copy the folder back, or import the map: npm run maps:import -- file.osm.pbf`,
  )
}

const waitingLine = (progress: BuildRegion['progress']) => (): void => progress('Waiting for another import to end')

/** Whether files and rows of the region in use are there; for the trial city, of this release. */
const isComplete = async (dir: string, sql: Sql, trial: Current): Promise<boolean> => {
  const current = await readCurrent(dir)
  if (!current || !isBuilt(dir, current)) return false
  if (current.region === trial.region && current.version !== trial.version) return false
  checkFormat(await readInfo(versionFolder(dir, current)))
  return (await readyLoad(sql, current.region, current.version)) !== undefined
}

/** Call it under the import lock. */
const makeCurrent = async (order: BuildRegion, named: NamedSource): Promise<RegionInfo> => {
  const { dir, sql, progress, signal } = order
  signal?.throwIfAborted()
  const before = await readCurrent(dir).catch(() => undefined)
  if (isBuilt(dir, named)) await loadRows(sql, named, versionFolder(dir, named), progress)
  else await build(order, named)
  signal?.throwIfAborted()
  const info = await readInfo(versionFolder(dir, named))
  if (before?.region !== named.region || before.version !== named.version) {
    if (order.approve && !(await order.approve(info))) return info
    signal?.throwIfAborted()
    await writeCurrent(dir, named)
  }
  await removeOldVersions(dir, named, before)
  await removeOldLoads(sql, named.region)
  return info
}

const build = async (order: BuildRegion, named: NamedSource): Promise<void> => {
  const { source, dir, sql, progress, signal } = order
  const room = await checkRoom(source, dir)
  if (room !== undefined) progress(room)
  const folder = await stagingFolder(dir, named.region)
  let rows: Promise<void> = Promise.resolve()
  try {
    // The rows are loaded while the process builds roads and tiles.
    const placesReady = (): void => {
      rows = loadRows(stoppable(sql, signal), named, folder, progress)
      rows.catch(() => undefined)
    }
    const { noTiles, force, memory } = order
    await buildInProcess({ source, named, folder, noTiles, force, memory }, { progress, placesReady }, signal)
    await rows
    await rename(folder, versionFolder(dir, named))
  } catch (error) {
    // Rows that are on their way are finished or refused before what is there is removed.
    await rows.catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
    // The region's own folder stays when it holds another version.
    await rmdir(dirname(folder)).catch(() => undefined)
    await dropRows(sql, named)
    throw explainFullDisk(error)
  }
}

/** Refuses statements once the import is stopped. */
const stoppable = (sql: Sql, signal: AbortSignal | undefined): Sql => ({
  query: async (text, params) => {
    signal?.throwIfAborted()
    return sql.query(text, params)
  },
})

/** Removes the rows of a failed import, complete or not: the version they belong to does not exist. */
const dropRows = async (sql: Sql, { region, version }: Current): Promise<void> => {
  await sql.query('delete from geo.load where region = $1 and version = $2', [region, version]).catch(() => undefined)
}

const loadRows = async (
  sql: Sql,
  { region, version }: Current,
  folder: string,
  progress: BuildRegion['progress'],
): Promise<void> => {
  if ((await readyLoad(sql, region, version)) !== undefined) return
  const bringing = stepProgress('Bringing places into the database', progress)
  await loadGazetteer(sql, { region, version, file: placesFile(folder) }, bringing)
}
