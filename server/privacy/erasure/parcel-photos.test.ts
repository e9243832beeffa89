import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  drives,
  drop,
  openCity,
  pickup,
  requestOn,
  tripCodeOf,
  type City,
  type TestActor,
} from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { findBroken } from '../../verify/verify.ts'
import { erasePerson } from './erasure-store.ts'

const database = await databaseFor(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'remis-parcel-photos-'))
let city: City
let admin: TestActor

beforeAll(async () => {
  city = await openCity(database, { env: { APP_CATEGORY: 'delivery', DATA_DIR: dataDir } })
  admin = await city.person('admin')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const send = async ({ token }: TestActor, id: string) => {
  const photo = sharp({ create: { width: 9, height: 6, channels: 3, background: '#2266aa' } })
  const answer = await fetch(`${city.server.url}/api/bookings/${id}/photos?name=pickup_image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? ''}`, 'content-type': 'image/jpeg' },
    body: (await photo.jpeg().toBuffer()) as Uint8Array<ArrayBuffer>,
  })
  return (await answer.json()) as { id: string; url: string }
}
const read = async ({ token }: TestActor, url: string) =>
  (await fetch(city.server.url + url, { headers: { authorization: `Bearer ${token ?? ''}` } })).status

it('photos of a delivery stay when the courier’s account is erased and go with the sender’s [design/delivery-21]', async () => {
  const [sender, courier] = [await city.person('rider'), await city.driver()]
  const body = { pickup, drop, carType: city.economy, rider: sender.id }
  const { quote } = await admin.call(quotesApi.create, { body })
  const instructionData = { deliveryPerson: 'Person One', deliveryPersonPhone: '2900 1234' }
  const made = await admin.call(bookingsApi.create, { body: { ...requestOn(quote), instructionData } })
  const params = { id: made.booking.id }
  const drive = drives(courier, params.id)
  await drive.accept()
  await drive.arriveThere()
  const { id, url } = await send(courier, params.id)
  await courier.call(bookingsApi.start, { params, body: { otp: await tripCodeOf(sender, params.id), photo: id } })
  await courier.call(bookingsApi.reach, { params, body: { receivedBy: 'Neighbour' } })
  await drive.receiveCash()
  await database.db.transact((tx) => erasePerson(tx, courier.id))
  expect(await read(sender, url)).toBe(200)
  await database.db.transact((tx) => erasePerson(tx, sender.id))
  expect(await read(admin, url)).toBe(404)
  const { booking } = await admin.call(bookingsApi.get, { params })
  expect(booking).toMatchObject({ pickup_image: null, handover: null })
  expect(await findBroken(database.db.request)).toEqual([])
})
