import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { expect, it } from 'vitest'
import { cityWithFilesFor, examplePicture } from '../../testing/files/city-with-files.ts'
import { drives, drop, pickup, requestOn, tripCodeOf, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { erasePerson } from './erasure-store.ts'

const { city, db, upload, read } = await cityWithFilesFor(import.meta.url, { APP_CATEGORY: 'delivery' })
const admin = await city.person('admin')

const send = async (who: TestActor, id: string) =>
  upload(who, `/api/bookings/${id}/photos?name=pickup_image`, await examplePicture().jpeg().toBuffer())
const statusOf = async (who: TestActor, url: string) => (await read(who, url)).status

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
  await db.transact((tx) => erasePerson(tx, courier.id))
  expect(await statusOf(sender, url)).toBe(200)
  await db.transact((tx) => erasePerson(tx, sender.id))
  expect(await statusOf(admin, url)).toBe(404)
  const { booking } = await admin.call(bookingsApi.get, { params })
  expect(booking).toMatchObject({ pickup_image: null, handover: null })
  expect(await findBroken(db.request)).toEqual([])
})
