import { bookingsApi } from '@remis/domain/booking/booking-api'
import { recordApi } from '@remis/domain/booking/record/record-api'
import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import type { Link } from '../../testing/actors.ts'
import { expect, it } from 'vitest'
import {
  drives,
  drop,
  keyOf,
  openCity,
  pickup,
  requestOn,
  tripCodeOf,
  type TestActor,
} from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { findBroken } from '../../verify/verify.ts'

const database = await databaseFor(import.meta.url)
const city = await openCity(database, { env: { APP_CATEGORY: 'delivery' } })
const [admin, sender] = [await city.person('admin'), await city.person('rider')]

const seen = async (who: TestActor, id: string) => (await who.call(bookingsApi.get, { params: { id } })).booking
const shownOn = ({ events }: Link, id: string) =>
  events.flatMap((event) => (event.kind === 'booking' && event.subject === id ? [event.payload] : []))
const wrong = (code: string) => (code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`)

it('open pages of sender and office show that wrong codes locked the receiver’s code, and the timeline names them [design/delivery-64] [design/delivery-65]', async () => {
  await city.server.app.settings.change({ deliveryCodeNeeded: true, otp_secure: true }, null)
  const courier = await city.driver()
  const { quote } = await admin.call(quotesApi.create, {
    body: { pickup, drop, carType: city.economy, rider: sender.id },
  })
  const instructionData = { deliveryPerson: 'Person One', deliveryPersonPhone: '2900 1234' }
  const made = await admin.call(bookingsApi.create, { body: { ...requestOn(quote), instructionData } })
  const { id } = made.booking
  const drive = drives(courier, id)
  await drive.accept()
  await drive.arriveThere()
  const otp = await tripCodeOf(sender, id)
  expect(await keyOf(drive.start(wrong(otp)))).toBe('wrong_trip_code')
  const links = await Promise.all([sender.connect(), admin.connect()])
  const { version } = (await drive.start(otp)).booking

  const code = wrong((await seen(sender, id)).deliveryCode ?? '')
  const tryIt = () => keyOf(courier.call(bookingsApi.reach, { params: { id }, body: { code } }))
  for (let n = 0; n < 5; n++) expect(await tryIt()).toBe('wrong_delivery_code')
  for (const link of links)
    await link.until(() => shownOn(link, id).some(({ deliveryCodeLocked }) => deliveryCodeLocked === true))
  // a refused try makes no version, and one after the lock changes nothing
  expect(await tryIt()).toBe('delivery_code_locked')
  expect((await seen(admin, id)).version).toBe(version)
  for (const link of links) {
    const versions = shownOn(link, id).map((booking) => booking.version)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    link.close()
  }

  await admin.call(guestLinksApi.add, { params: { id }, body: { view: 'receiver' } })
  const { rows } = await admin.call(recordApi.events, { params: { id } })
  expect(rows.slice(3).map(({ what, by, detail }) => [what, by, detail?.tries])).toEqual([
    ['wrong-code', 'driver', 1],
    ['start', 'driver', null],
    ...[1, 2, 3, 4, 5].map((tries) => ['wrong-delivery-code', 'driver', tries]),
    ['reveal-delivery-code', 'admin', null],
  ])
  expect(await findBroken(database.db.request)).toEqual([])
})
