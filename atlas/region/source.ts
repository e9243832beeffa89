import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import { montevideoTiles } from '../demo/convert-fixtures.ts'
import { MOST_FILES } from '../osm/read-osm.ts'
import type { Bbox } from '../osm/read-osm.ts'
import { FORMAT } from './region-info.ts'

/** The source of a region. */
export type Source =
  /** The trial city, from an npm package. */
  | { readonly kind: 'montevideo' }
  /** Any .osm.pbf files, which become one region; `bbox` selects a part of them, `name` is shown on screens. */
  | { readonly kind: 'files'; readonly paths: readonly string[]; readonly name?: string; readonly bbox?: Bbox }

export interface NamedSource {
  readonly region: string
  readonly name: string
  readonly version: string
}

/** @throws AtlasError BAD_INPUT when the name has no Latin letters and no digits */
export const nameRegion = (source: Source): Pick<NamedSource, 'region' | 'name'> => {
  if (source.kind === 'montevideo') return { region: 'montevideo', name: 'Montevideo' }
  const names = new Set(source.paths.map((path) => basename(path).replace(/(-latest)?\.osm\.pbf$/, '')))
  const name = (source.name ?? [...names].join(' + ')).trim().slice(0, 80)
  const region = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (region === '') throw new AtlasError('BAD_INPUT', 'Give the region a name with Latin letters or digits (--name).')
  return { region, name }
}

/**
 * @param noTiles a region without tiles is another version of the same source
 * @throws AtlasError BAD_FILE, BAD_INPUT
 */
export const nameSource = async (source: Source, noTiles = false): Promise<NamedSource> => {
  const hash = createHash('sha256').update(`format ${FORMAT}\n`)
  const named = nameRegion(source)
  if (source.kind === 'montevideo') {
    const folder = montevideoTiles()
    for (const file of (await readdir(folder)).sort()) hash.update(await readFile(join(folder, file)))
    return { ...named, version: hash.digest('hex').slice(0, 16) }
  }
  checkBbox(source.bbox)
  if (source.paths.length > MOST_FILES)
    throw new AtlasError('BAD_INPUT', `A region is built from at most ${MOST_FILES} files.`)
  hash.update(JSON.stringify([named.name, source.bbox ?? null, noTiles]))
  // The region does not depend on the order of the files, nor on one that is given twice.
  const digests = new Set<string>()
  for (const path of source.paths) digests.add(await digestOf(path))
  for (const digest of [...digests].sort()) hash.update(digest)
  return { ...named, version: hash.digest('hex').slice(0, 16) }
}

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  try {
    if (!(await stat(path)).isFile()) throw new Error('it is not a file')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (error) {
    throw new AtlasError('BAD_FILE', `${basename(path)} cannot be read: ${(error as Error).message}`)
  }
  return hash.digest('hex')
}

const checkBbox = (bbox: Bbox | undefined): void => {
  if (!bbox) return
  const [west, south, east, north] = bbox
  const valid =
    bbox.every(Number.isFinite) &&
    west < east &&
    south < north &&
    west >= -180 &&
    east <= 180 &&
    south >= -85 &&
    north <= 85
  if (!valid)
    throw new AtlasError('BAD_INPUT', 'The box must be west,south,east,north in degrees, west < east, south < north.')
}
