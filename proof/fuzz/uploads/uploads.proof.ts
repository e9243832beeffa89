import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@remis/server/platform/runtime/logger'
import { waitFor } from '@remis/server/testing/actors'
import { noisyPicture } from '@remis/server/testing/files/noisy-picture'
import { databaseFor } from '@remis/server/testing/test-database'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { many } from '../../scale.ts'
import { explore } from '../explore.ts'
import { openFuzzCity, type FuzzCity } from '../fuzz-city.ts'
import { commonFaultsOf, isError } from '../judge.ts'
import { unlimited } from '../unlimited.ts'
import { watchOf, type Watch } from '../watch.ts'
import { send, sendBytes, type Answer, type Sent } from '../wire.ts'
import { brokenUploads, cutUpload } from './broken-uploads.ts'
import { formats, hostileBodies, packedChunks } from './hostile-bodies.ts'
import { findTargets, uploadEndpoints, type UploadTarget } from './upload-targets.ts'

const database = await databaseFor(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'remis-fuzz-uploads-'))
const named = uploadEndpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const bodies = await hostileBodies()
const pictures = await Promise.all(formats.map((format) => noisyPicture(format)))
const jpeg = pictures[0]!
const packed = packedChunks()
const broken = brokenUploads(jpeg)
const runs = many(60, 5000)

let city: FuzzCity
let watch: Watch
const targets = new Map<string, readonly UploadTarget[]>()
/** Lines of the server's log. */
const log: { level: number; msg: string; route?: string; err?: unknown }[] = []
const rejections: unknown[] = []
const onRejection = (error: unknown) => void rejections.push(error)

const base = () => city.city.server.url
const onDisk = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'installation',
  ).length
const calls = (name: string) =>
  log.filter(({ msg, route }) => msg === 'call' && name.endsWith(` ${route ?? ''}`)).length
const isUp = async () => (await send(base(), { method: 'GET', url: '/health', headers: {} })).status === 200

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  city = await openFuzzCity(database, {
    env: { DATA_DIR: dataDir },
    log: createLogger('info', { write: (line: string) => void log.push(JSON.parse(line)) }),
    limits: { ...unlimited, files: { mostFiles: 1e6, mostBytes: 1e9, perDay: 1e6, photosPerDay: 1e6 } },
  })
  const picture = await noisyPicture('png')
  for (const { endpoint, name } of named) targets.set(name, await findTargets(endpoint, city, picture))
  watch = await watchOf(database.db.request)
})
afterAll(() => {
  process.off('unhandledRejection', onRejection)
  rmSync(dataDir, { recursive: true, force: true })
  const kinds = [...targets.values()].reduce((sum, found) => sum + found.length, 0)
  // Lines with this prefix are copied to the page of results.
  process.stdout.write(`> ${kinds} kinds of uploads, ${bodies.length + broken.length} hostile bodies to each\n`)
})

/** Whatever a test sends: the server says and logs no failure, and still answers. */
beforeEach(() => {
  log.splice(0)
  watch.forget()
})
afterEach(async () => {
  expect(await isUp()).toBe(true)
  expect(log.filter(({ level }) => level >= 50)).toEqual([])
  expect(rejections).toEqual([])
})

/** Runs it and expects that it stored neither a row nor a file. */
const expectNothingStored = async (what: string, work: () => Promise<unknown>): Promise<void> => {
  const before = onDisk()
  await watch.before(true)
  await work()
  expect(await watch.after(false), `${what}: changed tables`).toEqual([])
  expect(onDisk(), `${what}: files`).toBe(before)
}

const keyOf = ({ text }: Pick<Answer, 'text'>): string => {
  const body: unknown = JSON.parse(text)
  return isError(body, false) ? (body as { error: { key: string } }).error.key : 'no error'
}

const pictureTo = (target: UploadTarget, body: Buffer, type = 'image/jpeg'): Sent => ({
  ...target,
  headers: { ...target.headers, 'content-type': type },
  body,
})

/** A picture with some changed bytes, or a part of it; any type. Some are still pictures. */
const spoilt = (target: UploadTarget): fc.Arbitrary<Sent> =>
  fc
    .record({
      picture: fc.constantFrom(...pictures),
      changes: fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 6 }),
      part: fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 4000 })),
      isPart: fc.boolean(),
      behind: fc.uint8Array({ maxLength: 40 }),
      type: fc.constantFrom('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'text/html', ''),
    })
    .map(({ picture, changes, part: [from, until], isPart, behind, type }) => {
      const bytes = Buffer.from(picture)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      const kept = isPart ? bytes.subarray(from, until) : bytes
      return pictureTo(target, Buffer.concat([kept, behind]), type)
    })

describe.each(named)('$name [design/files-1] [design/files-2] [design/proofs-9]', ({ name }) => {
  const ours = () => targets.get(name) ?? []

  it('is reached by the bodies of this proof: a person may send a picture', () => {
    expect(ours().length).toBeGreaterThan(0)
  })

  it('refuses hostile bodies by a key and stores nothing', async () => {
    for (const target of ours())
      await expectNothingStored(target.url, async () => {
        for (const { name: what, body, headers, keys } of bodies) {
          const answer = await send(base(), { ...target, headers: { ...target.headers, ...headers }, body })
          expect(commonFaultsOf(answer), what).toEqual([])
          expect(keys, `${target.url}, ${what}`).toContain(keyOf(answer))
        }
      })
  })

  it('refuses bodies with wrong framing, and stores nothing', async () => {
    const [target] = ours()
    for (const { name: what, bytes } of broken)
      await expectNothingStored(what, async () => {
        const reply = await sendBytes(base(), bytes(target!), 300)
        expect(reply, what).toMatch(/^HTTP\/1\.1 4/)
        expect(reply, what).not.toMatch(/^HTTP\/1\.1 [235]/m)
        const [, text = ''] = reply.split('\r\n\r\n')
        expect(keyOf({ text: text.split('HTTP/1.1')[0] ?? '' }), what).not.toBe('no error')
      })
  })

  it('stores nothing of an upload that is cut off, after any number of bytes', async () => {
    const [target] = ours()
    const cuts = [0, 1, 400, jpeg.length - 1]
    await expectNothingStored('a cut upload', async () => {
      for (const sent of cuts)
        for (const by of ['reset', 'end'] as const) await cutUpload(base(), target!, { picture: jpeg, sent, by })
      await waitFor(() => calls(name) >= 2 * cuts.length)
    })
  })

  it('answers spoilt pictures, and goes on taking good ones', async () => {
    await explore({
      name: `uploads ${name}`,
      base: base(),
      runs,
      cases: () => fc.constantFrom(...ours()).chain(spoilt),
      faults: (_asked, answer) => [
        ...commonFaultsOf(answer),
        ...(answer.status >= 400 && keyOf(answer) === 'no error' ? ['the error does not fit its schema'] : []),
      ],
      mayChange: (_asked, { status }) => status < 300,
      watch,
    })
    for (const target of ours()) expect((await send(base(), pictureTo(target, jpeg))).status).toBe(200)
  })

  it('keeps nothing that is packed beside the pixels', async () => {
    const [target] = ours()
    for (const body of packed) {
      const { url } = JSON.parse((await send(base(), pictureTo(target!, body))).text) as { url: string }
      const stored = await send(base(), { method: 'GET', url, headers: target!.headers })
      expect([stored.status, stored.text.length < 1000]).toEqual([200, true])
    }
  })

  it('decides by the bytes: a picture of the wrong one of the three types is stored as JPEG', async () => {
    const [target] = ours()
    const before = onDisk()
    for (const picture of pictures)
      expect((await send(base(), pictureTo(target!, picture, 'image/png'))).status).toBe(200)
    expect(onDisk()).toBe(before + pictures.length)
  })
})
