import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AtlasError } from '../atlas-error.ts'
import type { Gazetteer, GeoPlace } from './gazetteer.ts'
import { findableWords, normalise } from './words/normalise.ts'
import { spellings } from './words/spellings.ts'

/** One line of the file: rows of one table as JSON, passed to PostgreSQL unchanged. */
export interface Batch {
  readonly table: 'place' | 'house' | 'corner' | 'line' | 'word'
  readonly rows: string
}

/** A begun word of one or two letters finds places of this importance only. */
const IMPORTANT = 0.4

const PER_BATCH = 2000
const END = 'end'

/**
 * Writes the gazetteer as batches of rows, one JSON text per line, gzip-compressed. The last line marks the file as
 * complete. `done`: called with the share of the places that are written.
 */
export const writeGazetteer = async (
  file: string,
  gazetteer: Gazetteer,
  done: (share: number) => void = () => undefined,
): Promise<void> => {
  await pipeline(Readable.from(lines(gazetteer, done)), createGzip({ level: 1 }), createWriteStream(file))
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

function* lines(
  { places, houses, corners, lines: cells }: Gazetteer,
  done: (share: number) => void,
): Generator<string> {
  const vocabulary = new Map<string, number>()
  let written = 0
  for (const batch of batches('place', placeRows(places, vocabulary))) {
    yield batch
    written += PER_BATCH
    done(written / places.length)
  }
  yield* batches('house', mapped(houses, ({ street, where, houses: list }) => ({ street_id: street, houses: JSON.stringify({ where, list }) }))) // prettier-ignore
  yield* batches('corner', corners)
  yield* batches(
    'line',
    mapped(cells, ({ cell, lines: list }) => ({ cell, lines: JSON.stringify(list) })),
  )
  yield* batches(
    'word',
    mapped(vocabulary, ([word, count]) => ({ word, count, near: spellings(word) })),
  )
  yield `${END}\n`
}

/** Rows of places; counts the words of their names. */
function* placeRows(places: Iterable<GeoPlace>, vocabulary: Map<string, number>): Generator<object> {
  for (const { more, meets = [], ...place } of places) {
    const names = [place.name, ...more].map(normalise).filter((name) => name !== '')
    const words = new Set([place.name, ...more].flatMap(findableWords))
    for (const word of words) if (/^[^\d]{3,30}$/.test(word)) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1)
    const others = [
      ...[...place.around, ...meets].map((word) => `@${word}`),
      ...place.categories.map((category) => `#${category}`),
      ...(place.importance >= IMPORTANT ? ['!'] : []),
    ]
    yield { ...place, more, find: names.join(' | '), words: [...words, ...new Set(others)] }
  }
}

function* mapped<T>(items: Iterable<T>, rowOf: (item: T) => object): Generator<object> {
  for (const item of items) yield rowOf(item)
}

function* batches(table: Batch['table'], rows: Iterable<object>): Generator<string> {
  let batch: object[] = []
  for (const row of rows) {
    if (batch.push(row) < PER_BATCH) continue
    yield `${table} ${JSON.stringify(batch)}\n`
    batch = []
  }
  if (batch.length > 0) yield `${table} ${JSON.stringify(batch)}\n`
}

/**
 * `done`: called with the share of the file that is read, before each batch.
 * @throws AtlasError BAD_FILE when the file is damaged or cut off
 */
export async function* readGazetteer(
  file: string,
  done: (share: number) => void = () => undefined,
): AsyncGenerator<Batch> {
  let complete = false
  const unzip = createGunzip()
  const source = createReadStream(file)
  const { size } = statSync(file)
  const piped = pipeline(source, unzip)
  piped.catch(() => undefined)
  try {
    for await (const line of createInterface({ input: unzip, crlfDelay: Infinity })) {
      const space = line.indexOf(' ')
      done(source.bytesRead / size)
      if (line === END) complete = true
      else yield { table: line.slice(0, space) as Batch['table'], rows: line.slice(space + 1) }
    }
    await piped
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The list of places is damaged: ${(error as Error).message}`)
  }
  if (!complete) throw new AtlasError('BAD_FILE', 'The list of places is cut off.')
}
