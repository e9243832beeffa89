import { assignApi } from '@remis/domain/dispatch/assign-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { letPass, sweepSearches } from '../../testing/let-pass.ts'
import { emptyStreets } from '../../testing/money.ts'
import { cityFor, drives } from '../../testing/test-city.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')
const { app } = city.server
beforeEach(() => emptyStreets(city))
afterEach(async () => void (await app.settings.change({ autoDispatch: true }, null)))

const alertsOf = async (id: string) =>
  (
    await db.request
      .selectFrom('notices')
      .select('id')
      .where('booking_id', '=', id)
      .where('message', '=', 'notice_needs_driver')
      .execute()
  ).length
const eventsOf = async (id: string) =>
  (await db.request.selectFrom('outbox').select('subject').where('subject', '=', id).execute()).length
const offersOf = (id: string) =>
  db.request.selectFrom('offers').select(['driver_id', 'outcome', 'shown']).where('booking_id', '=', id).execute()

it('an alert is not repeated where no admin wants the notice [design/dispatch-72]', async () => {
  await city.driver()
  const { id } = await city.book(await city.person('rider'))
  const mute = (kinds: string[]) =>
    db.request.updateTable('users').set({ muted_notices: kinds }).where('id', '=', admin.id).execute()
  await mute(['unassigned'])
  await letPass(db.request, id, 601)
  await sweepSearches(app)
  const events = await eventsOf(id)
  await sweepSearches(app)
  await sweepSearches(app)
  expect(await eventsOf(id)).toBe(events)
  expect(await alertsOf(id)).toBe(0)
  await mute([])
})

describe('autoDispatch switched off during a search [design/dispatch-8]', () => {
  it('pauses it: no driver is asked, admins are alerted once; switched on, it goes on', async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await app.settings.change({ autoDispatch: false }, null)
    await sweepSearches(app)
    expect(await alertsOf(id), 'the driver may still accept').toBe(0)
    const late = await city.driver()
    await letPass(db.request, id, 30)
    await sweepSearches(app)
    await sweepSearches(app)
    expect(await offersOf(id)).toEqual([{ driver_id: driver.id, outcome: null, shown: 1 }])
    expect(await alertsOf(id)).toBe(1)
    await app.settings.change({ autoDispatch: true }, null)
    await sweepSearches(app)
    expect(new Set((await offersOf(id)).map(({ driver_id }) => driver_id))).toEqual(new Set([driver.id, late.id]))
  })

  it('a resumed search does not take the booking from an assigned driver [design/dispatch-24]', async () => {
    const [driver, other] = [await city.driver(), await city.driver()]
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    await app.settings.change({ autoDispatch: false }, null)
    await admin.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
    // The offer to the other one runs out and the next wave is due; the assigned driver has minutes left.
    await letPass(db.request, id, 30)
    const late = await city.driver()
    await app.settings.change({ autoDispatch: true }, null)
    await sweepSearches(app)
    const shown = async () => {
      const times = new Map((await offersOf(id)).map((one) => [one.driver_id, one.shown]))
      return [times.get(other.id), times.get(late.id)]
    }
    expect(await shown()).toEqual([1, undefined])
    await drives(driver, id).decline()
    await sweepSearches(app)
    expect(await shown()).toEqual([2, 1])
  })

  it('the end of the search leaves the offer of an assigned driver [design/dispatch-11]', async () => {
    const [driver, other] = [await city.driver(), await city.driver()]
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    await app.settings.change({ autoDispatch: false }, null)
    await admin.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
    await sql`update bookings set search_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      db.request,
    )
    await sweepSearches(app)
    const outcomes = new Map((await offersOf(id)).map(({ driver_id, outcome }) => [driver_id, outcome]))
    expect([outcomes.get(driver.id), outcomes.get(other.id)]).toEqual([null, 'closed'])
    await drives(driver, id).accept()
    expect((await rider.call(bookingsApi.get, { params: { id } })).booking.status).toBe('ACCEPTED')
  })
})
