import { assignApi } from '@remis/domain/dispatch/assign-api'
import { laterApi } from '@remis/domain/booking/later/later-api'
import { bookingsApi, type BookingView } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { drives, drop, keyOf, openCity, pickup, requestOn, type City, type TestActor } from '../../testing/test-city.ts'
import { releaseBookings } from '../sweeps/release-bookings.ts'
import { laterWithin } from './later-store.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const minute = 60_000
const hour = 60 * minute
let city: City
let [admin, fleet, otherFleet]: TestActor[] = []

beforeAll(async () => {
  city = await openCity(database)
  await city.server.app.settings.change({ autoDispatch: false }, null)
  admin = await city.person('admin')
  fleet = await city.person('fleetadmin')
  otherFleet = await city.person('fleetadmin')
})

const bookAt = async (tripdate: number): Promise<BookingView> => {
  const rider = await city.person('rider')
  const body = { pickup, drop, carType: city.economy, bookLater: true, tripdate }
  const { quote } = await rider.call(quotesApi.create, { body })
  return (await rider.call(bookingsApi.create, { body: { ...requestOn(quote), bookLater: true, tripdate } })).booking
}
const assign = (id: string, driver: TestActor) =>
  admin!.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
const dayOf = (ms: number, timeZone = 'America/Montevideo') =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)
/** The start of a day a few days ahead, in Montevideo (UTC−3 all year). */
const morning = (days: number) => Date.parse(`${dayOf(Date.now() + days * 24 * hour)}T11:00:00Z`)
const listed = async (by: TestActor, from: string, days?: number) =>
  by.call(laterApi.list, { query: { from, ...(days === undefined ? {} : { days: String(days) as never }) } })
const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id)

describe('the calendar of bookings for later [booking-72]', () => {
  it('lists them by the time of the trip with their reserved drivers, and only for the requested days', async () => {
    const at = morning(3)
    const [second, first, next] = [await bookAt(at + hour), await bookAt(at), await bookAt(at + 24 * hour)]
    const driver = await city.driver()
    await assign(second.id, driver)
    const one = await listed(admin!, dayOf(at), 1)
    expect(ids(one)).toEqual([first.id, second.id])
    expect(one.rows[0]).toMatchObject({ status: 'NEW', driver: null, reserved: [], overlaps: false })
    expect(one.rows[1]).toMatchObject({
      customer_name: second.customer_name,
      pickup: second.pickup.add,
      drop: second.drop.add,
      reserved: [{ id: driver.id, name: driver.name }],
    })
    expect(ids(await listed(admin!, dayOf(at)))).toEqual([first.id, second.id, next.id])
    // not a booking for now, nor one that was cancelled
    await admin!.call(bookingsApi.cancel, { params: { id: first.id }, body: { reason: city.reason } })
    expect(ids(await listed(admin!, dayOf(at), 1))).toEqual([second.id])
  })

  it('marks trips of one driver that overlap, over midnight too [booking-73]', async () => {
    // 23:55 and 00:05 of the next day
    const late = Date.parse(`${dayOf(Date.now() + 10 * 24 * hour)}T02:55:00Z`)
    const [evening, night, other] = [await bookAt(late), await bookAt(late + 10 * minute), await bookAt(late + minute)]
    const driver = await city.driver()
    await assign(evening.id, driver)
    await assign(night.id, driver)
    await assign(other.id, await city.driver())
    const { rows } = await listed(admin!, dayOf(late), 1)
    expect(rows.map(({ id, overlaps }) => ({ id, overlaps }))).toEqual([
      { id: evening.id, overlaps: true },
      { id: other.id, overlaps: false },
    ])
    expect((await listed(admin!, dayOf(late + 10 * minute), 1)).rows).toMatchObject([{ id: night.id, overlaps: true }])
  })

  it('counts days by the operator’s zone: 25 and 23 hours when the clocks change', async () => {
    await city.server.app.settings.change({ timezone: 'Europe/Berlin' }, null)
    const lengths = async (from: string) =>
      (await listed(admin!, from, 2)).days.map(({ day, from: begin, until }) => [day, (until - begin) / hour])
    expect(await lengths('2026-10-25')).toEqual([
      ['2026-10-25', 25],
      ['2026-10-26', 24],
    ])
    expect(await lengths('2027-03-27')).toEqual([
      ['2027-03-27', 24],
      ['2027-03-28', 23],
    ])
    await city.server.app.settings.change({ timezone: 'America/Montevideo' }, null)
  })

  it('shows a fleet admin what its drivers accepted or are reserved for, as the driver is shown it', async () => {
    const at = morning(20)
    const [own, foreign] = [
      await city.driver({ fleetadmin: fleet!.id }),
      await city.driver({ fleetadmin: otherFleet!.id }),
    ]
    const [reserved, theirs, free] = [await bookAt(at), await bookAt(at + hour), await bookAt(at + 2 * hour)]
    await assign(reserved.id, own)
    // a driver of the other fleet is reserved for the same booking: not shown
    await assign(reserved.id, foreign)
    await assign(theirs.id, foreign)
    const seen = await listed(fleet!, dayOf(at), 1)
    expect(seen.rows).toMatchObject([
      {
        id: reserved.id,
        customer_name: reserved.customer_name.split(' ')[0],
        reserved: [{ id: own.id, name: own.name }],
        pickup: reserved.pickup.add,
      },
    ])
    expect(JSON.stringify(seen)).not.toContain(reserved.drop.add)
    expect(JSON.stringify(seen)).not.toContain(free.id)
    expect(ids(await listed(otherFleet!, dayOf(at), 1))).toEqual([reserved.id, theirs.id])

    const soon = await bookAt(Date.now() + 30 * minute)
    await assign(soon.id, own)
    await sql`update bookings set release_at = clock_timestamp() where id = ${soon.id}`.execute(db.request)
    await sql`update offers set offered_at = clock_timestamp() where booking_id = ${soon.id}`.execute(db.request)
    await releaseBookings(city.server.app)
    await drives(own, soon.id).accept()
    const today = await listed(fleet!, dayOf(soon.tripdate), 1)
    expect(today.rows).toMatchObject([
      {
        id: soon.id,
        status: 'ACCEPTED',
        customer_name: soon.customer_name,
        drop: soon.drop.add,
        driver: { id: own.id },
        reserved: [],
      },
    ])
    expect(ids(await listed(otherFleet!, dayOf(soon.tripdate), 1))).toEqual([])
  })

  it('is for the office, and for days that exist', async () => {
    for (const role of ['rider', 'driver'] as const)
      expect(await keyOf(listed(await city.person(role), '2026-12-01'))).toBe('forbidden')
    for (const [from, days] of [
      ['2026-02-30', 1],
      ['tomorrow', 1],
      ['2026-12-01', 8],
      ['2026-12-01', 0],
    ] as const)
      expect(await keyOf(listed(admin!, from, days)), `${from} ${days}`).toBe('invalid_input')
  })

  it('reads a span by its index', async () => {
    const at = morning(1)
    const plan = await db.transact(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`
        explain ${laterWithin({ from: at, until: at + 7 * 24 * hour }, 1000)}`.execute(tx)
      return rows.flatMap((row) => Object.values(row)).join('\n')
    })
    expect(plan).not.toContain('Seq Scan on bookings')
    expect(plan).not.toContain('Seq Scan on bookings')
  })
})
