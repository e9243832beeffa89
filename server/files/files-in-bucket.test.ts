import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { s3Keys, startS3Emulator, type S3Emulator } from '../testing/files/s3-emulator.ts'
import { openCity, type City } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { sweepStorage } from './sweep-files.ts'

const database = await databaseFor(import.meta.url)
let service: S3Emulator
let city: City

beforeAll(async () => {
  service = await startS3Emulator()
  city = await openCity(database, {
    env: {
      S3_BUCKET_URL: service.url,
      S3_REGION: s3Keys.region,
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
  })
})
afterAll(() => service.close())

it('a picture goes to the bucket, is read from it, and is swept when no row has it [design/files-9]', async () => {
  const driver = await city.driver()
  const headers = { authorization: `Bearer ${driver.token ?? ''}` }
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#2266aa' } })
    .jpeg()
    .toBuffer()
  const upload = () =>
    fetch(`${city.server.url}/api/files?kind=driverDocument`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(picture),
    })
  const sent = await upload()
  expect(sent.status).toBe(200)
  const { url } = (await sent.json()) as { url: string }
  const [key = ''] = service.objects.keys()
  const stored = service.objects.get(key)?.bytes
  const read = await fetch(city.server.url + url, { headers })
  expect(Buffer.from(await read.arrayBuffer()).equals(stored ?? Buffer.alloc(0))).toBe(true)

  service.refuse.push(...Array.from({ length: 4 }, () => ({ status: 503 })))
  const refused = await upload()
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: { key: 'busy_try_again' } }])

  const left = `files/ab/ab${'0'.repeat(30)}`
  service.objects.set(left, { bytes: Buffer.from('x'), at: new Date(0) })
  expect(await sweepStorage(city.server.app, ['ab'])).toBe(1)
  expect([...service.objects.keys()]).toEqual([key, 'files/installation'])
})
