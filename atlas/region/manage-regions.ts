import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import { setUpGeo } from '../geocode/geo-schema.ts'
import { loadGazetteer, readyLoad } from '../geocode/load-gazetteer.ts'
import type { Sql } from '../sql.ts'
import { underImportLock } from './import-lock.ts'
import { placesFile, readCurrent, readInfo, versionFolder, writeCurrent } from './region-files.ts'
import { FORMAT } from './region-info.ts'
import type { RegionInfo } from './region-info.ts'
import { stepProgress } from './step-progress.ts'

/** A version of a region on disk. */
export interface ListedRegion {
  readonly info: RegionInfo
  readonly isCurrent: boolean
  /** This release can read its files. */
  readonly isReadable: boolean
  /** Bytes on disk. */
  readonly size: number
}

/** What the calls below work on. */
export interface Regions {
  /** The maps folder. */
  readonly dir: string
  readonly sql: Sql
  readonly progress: (line: string) => void
}

/** All imported regions by name, the newest version of a region first. */
export const listRegions = async (dir: string): Promise<ListedRegion[]> => {
  const current = await readCurrent(dir).catch(() => undefined)
  const found: (ListedRegion & { built: number })[] = []
  for (const region of await foldersOf(dir)) {
    for (const version of await foldersOf(join(dir, region))) {
      const folder = versionFolder(dir, { region, version })
      const info = await readInfo(folder).catch(() => undefined)
      if (!info) continue
      const built = (await stat(folder)).mtimeMs
      const isCurrent = current?.region === region && current.version === version
      found.push({ info, isCurrent, isReadable: info.format === FORMAT, size: await sizeOf(folder), built })
    }
  }
  return found.sort((a, b) => a.info.name.localeCompare(b.info.name) || b.built - a.built)
}

/**
 * Makes an imported region the current one; a running server uses it within seconds. `approve` is asked before another
 * region is used; after false the one before stays.
 * @throws AtlasError NOT_FOUND, BAD_FILE
 */
export const applyRegion = async (
  { dir, sql, progress }: Regions,
  region: string,
  approve: (info: RegionInfo) => Promise<boolean> = async () => true,
): Promise<RegionInfo> => {
  await setUpGeo(sql)
  return underImportLock(dir, () => progress('Waiting for another import to end'), async () => {
    const versions = await versionsOf(dir, region)
    const newest = versions.find(({ isReadable }) => isReadable)
    if (!newest)
      throw new AtlasError('BAD_FILE', `${versions[0]!.info.name} is from another version. Import it again.`)
    const { info, isCurrent } = newest
    if (!isCurrent && !(await approve(info))) return info
    if ((await readyLoad(sql, info.region, info.version)) === undefined) {
      const load = { region: info.region, version: info.version, file: placesFile(versionFolder(dir, info)) }
      await loadGazetteer(sql, load, stepProgress('Bringing places into the database', progress))
    }
    await writeCurrent(dir, info)
    return info
  }) // prettier-ignore
}

/**
 * Removes a region's files and rows. The current region stays.
 * @throws AtlasError NOT_FOUND, BAD_INPUT
 */
export const removeRegion = async ({ dir, sql, progress }: Regions, region: string): Promise<void> => {
  await setUpGeo(sql)
  await underImportLock(dir, () => progress('Waiting for another import to end'), async () => {
    const versions = await versionsOf(dir, region)
    if (versions.some(({ isCurrent }) => isCurrent))
      throw new AtlasError('BAD_INPUT', `${region} is in use. Switch to another region first: npm run maps:use -- <region>`)
    await rm(join(dir, region), { recursive: true, force: true })
    await sql.query('delete from geo.load where region = $1', [region])
  }) // prettier-ignore
}

const versionsOf = async (dir: string, region: string): Promise<ListedRegion[]> => {
  const versions = (await listRegions(dir)).filter(({ info }) => info.region === region)
  if (versions.length > 0) return versions
  throw new AtlasError('NOT_FOUND', `There is no region "${region}". npm run maps:list shows the imported ones.`)
}

const foldersOf = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

const sizeOf = async (folder: string): Promise<number> => {
  let size = 0
  for (const name of await readdir(folder)) size += (await stat(join(folder, name))).size
  return size
}
