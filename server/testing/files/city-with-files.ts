import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { openCity, type TestActor } from '../test-city.ts'
import { databaseFor } from '../test-database.ts'

const bearer = ({ token }: TestActor) => ({ authorization: `Bearer ${token ?? ''}` })

/** A plain picture of this size in pixels. */
export const examplePicture = (width = 90, height = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#2266aa' } })

/**
 * As `cityFor`, with a folder for files that is removed at the end. Uploads are pictures without a form
 * [design/files-1].
 */
export const cityWithFilesFor = async (file: string, env: Readonly<Record<string, string>> = {}) => {
  const database = await databaseFor(file)
  const dataDir = mkdtempSync(join(tmpdir(), 'remis-files-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const city = await openCity(database, { env: { ...env, DATA_DIR: dataDir } })
  return {
    database,
    db: database.db,
    city,
    dataDir,
    /** Sends a picture to a path of the API; `key` is `ok` or that of the refusal. */
    upload: async (who: TestActor, path: string, picture: Uint8Array, type = 'image/jpeg') => {
      const answer = await fetch(city.server.url + path, {
        method: 'POST',
        headers: { ...bearer(who), 'content-type': type },
        body: picture as Uint8Array<ArrayBuffer>,
      })
      const body = (await answer.json()) as { id?: string; url?: string; error?: { key: string } }
      return { status: answer.status, key: body.error?.key ?? 'ok', id: body.id ?? '', url: body.url ?? '' }
    },
    /** Without a person: as anybody. */
    read: (who: TestActor | undefined, url: string) =>
      fetch(city.server.url + url, who === undefined ? {} : { headers: bearer(who) }),
  }
}
