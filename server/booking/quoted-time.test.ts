import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { cityFor, drop, keyOf, pickup, requestOn, type TestActor } from '../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)

const minute = 60_000
const inMinutes = (minutes: number) => Date.now() + minutes * minute
const priceFor = async (rider: TestActor, tripdate: number) =>
  (await rider.call(quotesApi.create, { body: { pickup, drop, carType: city.economy, bookLater: true, tripdate } }))
    .quote

it('accepts the time of a valid quote at Confirm and for a promo while it is in the future [design/moves-109]', async () => {
  const rider = await city.person('rider')
  const [tripdate, other] = [inMinutes(15.2), inMinutes(14)]
  const quote = await priceFor(rider, tripdate)
  const first = { ...requestOn(quote), bookLater: true }
  const book = (body: object) => keyOf(rider.call(bookingsApi.create, { body: { ...first, ...body } }))
  // three minutes later
  const soon = tripdate - 3 * minute
  await sql`update quotes set tripdate = ${new Date(soon)} where id = ${quote.id}`.execute(db.request)
  expect(await book({ tripdate: other })).toBe('past_booking_error')
  const again = await priceFor(rider, soon)
  await sql`update quotes set expires_at = now() where id = ${quote.id}`.execute(db.request)
  expect(await book({ tripdate: soon })).toBe('past_booking_error')
  expect(await book({ tripdate: soon, quote: again.id })).toBe('ok')
  expect(await keyOf(priceFor(rider, soon))).toBe('past_booking_error')
  expect(await keyOf(priceFor(await city.person('rider'), soon))).toBe('past_booking_error')
})

it('refuses a time in the past despite its quote [design/moves-109]', async () => {
  const rider = await city.person('rider')
  const quote = await priceFor(rider, inMinutes(16))
  const tripdate = Date.now() - 1
  await sql`update quotes set tripdate = ${new Date(tripdate)} where id = ${quote.id}`.execute(db.request)
  const body = { ...requestOn(quote), bookLater: true, tripdate }
  expect(await keyOf(rider.call(bookingsApi.create, { body }))).toBe('past_booking_error')
})
