import { randomUUID } from 'node:crypto'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import type { QuoteView } from '@remis/domain/fare/quotes-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { keyOf, requestOn, type TestActor } from '../testing/test-city.ts'
import { inOrder, stops } from './in-order.ts'
import { openRaces } from './trip-facts.ts'

const { city, db } = await openRaces(import.meta.url)
await city.server.app.settings.change({ openBookings: 2 }, null)
beforeEach(() => city.driver())

/** One request, repeated with the same key. */
const request =
  (rider: TestActor, quote: QuoteView, key: string, more: object = {}) =>
  async () => {
    const { method, path } = bookingsApi.create
    const headers = {
      authorization: `Bearer ${rider.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const body = JSON.stringify({ ...requestOn(quote), ...more })
    const answer = await fetch(new URL(path, city.server.url), { method, headers, body })
    const read = (await answer.json()) as { booking?: BookingView; error?: { key: string } }
    return { status: answer.status, id: read.booking?.id, key: read.error?.key }
  }
const bookingsOf = ({ id }: TestActor) =>
  db.request.selectFrom('bookings').select('id').where('customer', '=', id).execute()
const create = (rider: TestActor, quote: QuoteView) => keyOf(rider.call(bookingsApi.create, { body: requestOn(quote) }))

describe('create/create with one idempotency key [design/api-20]', () => {
  for (const at of stops)
    it(`stopped at ${at}: the repeated request waits and gets the same booking`, async () => {
      const rider = await city.person('rider')
      const again = request(rider, await city.quote(rider), randomUUID())
      const [first, second] = await inOrder(city, `create.${at}`, again, again)
      expect(first.status).toBe(200)
      expect([second, await again()]).toEqual([first, first])
      expect(await bookingsOf(rider)).toEqual([{ id: first.id }])
    })

  it('the first fails before its commit: the second runs as the first, with its offers [design/moves-15]', async () => {
    const rider = await city.person('rider')
    const offered = async () => (await db.request.selectFrom('offers').select('booking_id').execute()).length
    const before = await offered()
    const again = request(rider, await city.quote(rider), randomUUID())
    city.server.failpoint.fail('create.before_commit', new Error('injected failure'))
    expect(await again()).toMatchObject({ status: 500, key: 'server_error' })
    city.server.failpoint.clear()
    expect(await offered()).toBe(before)
    const second = await again()
    expect(second.status).toBe(200)
    expect(await offered()).toBe(before + 1)
    expect(await bookingsOf(rider)).toEqual([{ id: second.id }])
  })

  it('the same key for another request is refused, also while the first runs', async () => {
    const rider = await city.person('rider')
    const [quote, key] = [await city.quote(rider), randomUUID()]
    const other = request(rider, quote, key, { pickup: { ...requestOn(quote).pickup, description: 'Another door' } })
    const [first, second] = await inOrder(city, 'create.before_commit', request(rider, quote, key), other)
    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: 422, key: 'idempotency_key_reused' })
    expect(await bookingsOf(rider)).toEqual([{ id: first.id }])
  })

  it('the same key of another person is another request', async () => {
    const [one, two] = [await city.person('rider'), await city.person('rider')]
    const key = randomUUID()
    const first = request(one, await city.quote(one), key)
    const second = request(two, await city.quote(two), key)
    const ends = await inOrder(city, 'create.before_commit', first, second)
    expect(ends.map(({ status }) => status)).toEqual([200, 200])
    expect(ends[0].id).not.toBe(ends[1].id)
  })
})

describe('create/create with different keys', () => {
  for (const at of stops)
    it(`on one quote (stopped at ${at}): it is used once`, async () => {
      const rider = await city.person('rider')
      const quote = await city.quote(rider)
      const book = () => create(rider, quote)
      expect(await inOrder(city, `create.${at}`, book, book)).toEqual(['ok', 'quote_used'])
      expect(await bookingsOf(rider)).toHaveLength(1)
    })

  it('on two quotes with room for one more booking: one is made [design/moves-10]', async () => {
    const rider = await city.person('rider')
    await city.book(rider)
    const [one, two] = [await city.quote(rider), await city.quote(rider)]
    const ends = await inOrder(
      city,
      'create.before_commit',
      () => create(rider, one),
      () => create(rider, two),
    )
    expect(ends).toEqual(['ok', 'active_booking_limit'])
    expect(await bookingsOf(rider)).toHaveLength(2)
  })
})
