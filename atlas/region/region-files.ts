import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import type { RegionInfo } from './region-info.ts'

/** The region and version in use. */
export interface Current {
  readonly region: string
  readonly version: string
}

/** The files of one version of a region, in one folder. */
export const graphFile = (folder: string): string => join(folder, 'graph.bin')
export const tilesFile = (folder: string): string => join(folder, 'tiles.pmtiles')
export const placesFile = (folder: string): string => join(folder, 'places.jsonl.gz')
export const infoFile = (folder: string): string => join(folder, 'region.json')

export const versionFolder = (dir: string, { region, version }: Current): string => join(dir, region, version)

/** A version folder is renamed into place when it is complete: one that exists is complete. */
export const isBuilt = (dir: string, current: Current): boolean => existsSync(infoFile(versionFolder(dir, current)))

export const readInfo = async (folder: string): Promise<RegionInfo> => {
  try {
    return JSON.parse(await readFile(infoFile(folder), 'utf8')) as RegionInfo
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The map region cannot be read: ${(error as Error).message}. Import it again.`)
  }
}

/** Undefined when there is no current region. */
export const readCurrent = async (dir: string): Promise<Current | undefined> => {
  let text: string
  try {
    text = await readFile(join(dir, 'current.json'), 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new AtlasError('BAD_FILE', `current.json in the maps folder cannot be read: ${message}.`)
  }
  try {
    const { region, version } = JSON.parse(text) as Current
    if (/^[a-z0-9-]+$/.test(region) && /^[0-9a-f]+$/.test(version)) return { region, version }
  } catch {
    // Falls through: the file was edited.
  }
  throw new AtlasError('BAD_FILE', 'current.json in the maps folder is damaged. Delete it, or import the region again.')
}

/** Atomic: written beside, flushed, renamed. */
export const writeWhole = async (file: string, content: string): Promise<void> => {
  const beside = `${file}.${process.pid}.tmp`
  const handle = await open(beside, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(beside, file)
}

export const writeCurrent = (dir: string, { region, version }: Current): Promise<void> =>
  writeWhole(join(dir, 'current.json'), `${JSON.stringify({ region, version })}\n`)

const STAGING = '.staging-'

/** A new empty folder beside the versions; removes the folders of killed imports. Call it under the import lock. */
export const stagingFolder = async (dir: string, region: string): Promise<string> => {
  const folder = join(dir, region)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    // The process of a killed import may still write for a moment; the next import removes the rest.
    const patient = { recursive: true, force: true, maxRetries: 4, retryDelay: 100 }
    if (name.startsWith(STAGING)) await rm(join(folder, name), patient).catch(() => undefined)
  }
  const staging = join(folder, `${STAGING}${randomUUID()}`)
  await mkdir(staging)
  return staging
}

/** Removes a region's other versions, except the one that a running server may still read. */
export const removeOldVersions = async (dir: string, current: Current, before: Current | undefined): Promise<void> => {
  const folder = join(dir, current.region)
  for (const name of await readdir(folder)) {
    const kept = name === current.version || (before?.region === current.region && name === before.version)
    if (!kept && /^[0-9a-f]{16}$/.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
