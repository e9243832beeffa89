import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { openCity, requestOn, type City } from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City

beforeAll(async () => {
  // With sweeps running, as in production.
  city = await openCity(database, { sweeps: true })
  await city.server.app.settings.change({ releaseMinutes: 15 }, null)
})

it('many bookings for the same time become dispatchable within 5 s of their release, each once [invariants-T11]', async () => {
  const driver = await city.driver()
  const riders = await Promise.all(Array.from({ length: 20 }, () => city.person('rider')))
  const quotes = await Promise.all(riders.map((rider) => city.quote(rider)))
  const tripdate = Date.now() + 60 * 60_000
  const made = await Promise.all(
    riders.map((rider, i) => {
      const body = { ...requestOn(quotes[i]!), bookLater: true, tripdate }
      return rider.call(bookingsApi.create, { body })
    }),
  )
  expect(made.every(({ booking }) => booking.search?.state === 'waiting')).toBe(true)
  const ids = made.map(({ booking }) => booking.id)
  // All are made before the time of their release, however slow the machine is.
  const soon = sql`clock_timestamp() + interval '2 seconds'`
  await sql`update bookings set release_at = ${soon}, tripdate = ${soon} + interval '15 minutes'
    where id = any(${ids})`.execute(db.request)
  const rows = () => db.request.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  await waitFor(async () => (await rows()).every(({ released_at }) => released_at !== null), 15_000)
  for (const { released_at, release_at } of await rows()) {
    const late = (released_at ?? Infinity) - release_at
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThanOrEqual(5000)
  }
  const releases = await db.request
    .selectFrom('booking_events')
    .select('booking_id')
    .where('move', '=', 'release')
    .where('booking_id', 'in', ids)
    .execute()
  expect(releases).toHaveLength(20)
  expect(new Set(releases.map(({ booking_id }) => booking_id))).toEqual(new Set(ids))
  expect((await driver.call(dispatchApi.offers, {})).rows).toHaveLength(20)
}, 120_000)
