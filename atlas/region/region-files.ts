import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import type { RegionInfo } from './region-info.ts'

/** Which version of which region is in use. */
export interface Current {
  readonly region: string
  readonly version: string
}

/** The files of a region's version, in a folder of their own. */
export const graphFile = (folder: string): string => join(folder, 'graph.bin')
export const tilesFile = (folder: string): string => join(folder, 'tiles.pmtiles')
export const placesFile = (folder: string): string => join(folder, 'places.jsonl.gz')
export const infoFile = (folder: string): string => join(folder, 'region.json')

export const versionFolder = (dir: string, { region, version }: Current): string => join(dir, region, version)

/** A version folder is renamed into place when it is whole, so that its presence says all. */
export const isBuilt = (dir: string, current: Current): boolean => existsSync(infoFile(versionFolder(dir, current)))

export const readInfo = async (folder: string): Promise<RegionInfo> => {
  try {
    return JSON.parse(await readFile(infoFile(folder), 'utf8')) as RegionInfo
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The map region cannot be read: ${(error as Error).message}. Import it again.`)
  }
}

/** undefined where no region was ever made current. */
export const readCurrent = async (dir: string): Promise<Current | undefined> => {
  let text: string
  try {
    text = await readFile(join(dir, 'current.json'), 'utf8')
  } catch {
    return undefined
  }
  try {
    const { region, version } = JSON.parse(text) as Current
    if (/^[a-z0-9-]+$/.test(region) && /^[0-9a-f]+$/.test(version)) return { region, version }
  } catch {
    // Falls through: a file somebody edited.
  }
  throw new AtlasError('BAD_FILE', 'current.json in the maps folder is damaged. Delete it, or import the region again.')
}

/** Whole or not at all: written beside, flushed, renamed. */
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

/** A fresh folder beside the versions; those of killed imports go. Call it under the import lock. */
export const stagingFolder = async (dir: string, region: string): Promise<string> => {
  const folder = join(dir, region)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    // The building process of a killed import may write for a moment more; what cannot go now goes next time.
    const patient = { recursive: true, force: true, maxRetries: 4, retryDelay: 100 }
    if (name.startsWith(STAGING)) await rm(join(folder, name), patient).catch(() => undefined)
  }
  const staging = join(folder, `${STAGING}${randomUUID()}`)
  await mkdir(staging)
  return staging
}

/** Removes a region's other versions, but the one that a running server may still read. */
export const removeOldVersions = async (dir: string, current: Current, before: Current | undefined): Promise<void> => {
  const folder = join(dir, current.region)
  for (const name of await readdir(folder)) {
    const kept = name === current.version || (before?.region === current.region && name === before.version)
    if (!kept && /^[0-9a-f]{16}$/.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
