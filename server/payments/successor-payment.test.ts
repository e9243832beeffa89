import { bookingsApi } from '@remis/domain/booking/booking-api'
import { beforeAll, expect, it } from 'vitest'
import { sweepSearches } from '../testing/let-pass.ts'
import { waitFor } from '../testing/actors.ts'
import { openCardCity, type CardCity } from '../testing/card-story.ts'
import { databaseFor } from '../testing/test-database.ts'
import { drives, tripCodeOf } from '../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
let card: CardCity

beforeAll(async () => {
  card = await openCardCity(database, 'delivery')
})

/** A prepaid delivery that its driver cancels. */
const succeeded = async () => {
  const { city } = card
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const booking = await card.delivery(rider)
  const { attempt } = await card.begin(rider, card.payer(rider), booking.id)
  await card.emulator.decide(attempt, 'approve')
  await card.tell(attempt, 'webhook')
  await drives(driver, booking.id).accept()
  await driver.call(bookingsApi.cancel, { params: { id: booking.id }, body: { reason: city.reason } })
  const of = async (id: string) => (await rider.call(bookingsApi.get, { params: { id } })).booking
  const next = (await of(booking.id)).successor ?? ''
  return { rider, attempt, booking, next, of }
}

it('a captured payment moves to the successor, without a refund [design/moves-83]', async () => {
  const { rider, attempt, booking, next, of } = await succeeded()
  expect(await card.refunds(attempt)).toEqual([])
  expect(await card.attempts(booking.id)).toEqual([])
  expect(await card.attempts(next)).toEqual([{ id: attempt, status: 'PAID', use: 'applied' }])
  expect(await of(next)).toMatchObject({
    status: 'NEW',
    prepaid: true,
    cardPaymentAmount: booking.trip_cost,
    payableAmount: 0,
  })
  expect(await of(booking.id)).toMatchObject({ status: 'CANCELLED', cardPaymentAmount: 0 })
  // A repeated notice of the gateway changes nothing.
  expect(await card.tell(attempt, 'webhook')).toBeLessThan(300)
  expect(await card.attempts(next)).toHaveLength(1)
  const other = await card.city.driver()
  await sweepSearches(card.city.server.app)
  const drive = drives(other, next)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, next))
  expect((await drive.reach()).booking.status).toBe('PAID')
})

it('the rider’s cancel of the successor refunds the payment that moved to it', async () => {
  const { rider, attempt, booking, next } = await succeeded()
  await rider.call(bookingsApi.cancel, { params: { id: next }, body: { reason: card.city.reason } })
  await waitFor(async () => (await card.refunds(attempt))[0]?.status === 'done')
  expect((await card.refunds(attempt)).map(({ amount }) => amount)).toEqual([
    Math.round((booking.trip_cost ?? 0) * 100),
  ])
  expect(await card.ledgerOf(next, rider.id)).toEqual({})
})
