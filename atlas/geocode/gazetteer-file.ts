import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AtlasError } from '../atlas-error.ts'
import type { Gazetteer } from './gazetteer.ts'
import { normalise } from './normalise.ts'

/** One line of the file: rows of one table as JSON, passed to PostgreSQL unchanged. */
export interface Batch {
  readonly table: 'place' | 'house' | 'corner'
  readonly rows: string
}

const PER_BATCH = 2000
const END = 'end'

/** Writes the gazetteer as batches of rows, one JSON text per line, gzip-compressed. The last line marks the file as complete. */
export const writeGazetteer = async (file: string, gazetteer: Gazetteer): Promise<void> => {
  await pipeline(Readable.from(lines(gazetteer)), createGzip({ level: 1 }), createWriteStream(file))
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

function* lines({ places, houses, corners }: Gazetteer): Generator<string> {
  const placeRows = places.map((place) => {
    const names = [place.name, ...place.more].map(normalise).filter((name) => name !== '')
    return { ...place, find: names.join(' | '), words: [...new Set(names.join(' ').split(' '))] }
  })
  yield* batches('place', placeRows)
  yield* batches('house', houses.map((row) => ({ street_id: row.street, houses: JSON.stringify(row.houses) }))) // prettier-ignore
  yield* batches('corner', corners)
  yield `${END}\n`
}

function* batches(table: Batch['table'], rows: readonly object[]): Generator<string> {
  for (let i = 0; i < rows.length; i += PER_BATCH) yield `${table} ${JSON.stringify(rows.slice(i, i + PER_BATCH))}\n`
}

/** @throws AtlasError BAD_FILE when the file is damaged or cut off */
export async function* readGazetteer(file: string): AsyncGenerator<Batch> {
  let complete = false
  const unzip = createGunzip()
  const piped = pipeline(createReadStream(file), unzip)
  piped.catch(() => undefined)
  try {
    for await (const line of createInterface({ input: unzip, crlfDelay: Infinity })) {
      const space = line.indexOf(' ')
      if (line === END) complete = true
      else yield { table: line.slice(0, space) as Batch['table'], rows: line.slice(space + 1) }
    }
    await piped
  } catch (error) {
    throw new AtlasError('BAD_FILE', `The list of places is damaged: ${(error as Error).message}`)
  }
  if (!complete) throw new AtlasError('BAD_FILE', 'The list of places is cut off.')
}
