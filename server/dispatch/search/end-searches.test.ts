import { bookingsApi } from '@remis/domain/booking/booking-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { expireBookings } from '../../booking/sweeps/tidy-bookings.ts'
import { letPass, sweepSearches } from '../../testing/let-pass.ts'
import { emptyStreets } from '../../testing/money.ts'
import { drives, cityFor, type TestActor } from '../../testing/test-city.ts'
import { deleteOldRecords } from './delete-old-records.ts'
import { endSearches } from './end-searches.ts'
import { dispatch } from '../feature.ts'
import { startSweeper } from '../../platform/jobs/sweeper.ts'
import { waitFor } from '../../testing/actors.ts'
import { testLog } from '../../testing/test-platform.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(() => emptyStreets(city))

const ended = (rider: TestActor) =>
  db.request
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', rider.id)
    .where('message', '=', 'notice_no_driver')
    .execute()
const count = async (table: 'offers' | 'dispatch_records' | 'notices', id: string) =>
  (await db.request.selectFrom(table).select('booking_id').where('booking_id', '=', id).execute()).length

describe('searches that end without a driver [design/dispatch-11]', () => {
  it('one that fails does not stop the others; the next turn ends it', async () => {
    await city.driver()
    const riders = [await city.person('rider'), await city.person('rider'), await city.person('rider')]
    const ids: string[] = []
    for (const rider of riders) ids.push((await city.book(rider)).id)
    for (const id of ids) await letPass(db.request, id, 601)
    const { app } = city.server
    const broken = {
      ...app,
      notify: (...[tx, drafts]: Parameters<typeof app.notify>) =>
        drafts.some(({ user }) => user === riders[0]?.id) ? Promise.reject(new Error('no')) : app.notify(tx, drafts),
    }
    await endSearches(broken, 100)
    expect((await Promise.all(riders.map(ended))).map(({ length }) => length)).toEqual([0, 1, 1])
    await endSearches(app, 100)
    expect((await Promise.all(riders.map(ended))).map(({ length }) => length)).toEqual([1, 1, 1])
  })

  it('that take long do not delay the waves of the others [design/dispatch-9]', async () => {
    const { app } = city.server
    await app.settings.change({ dispatchPolicy: 'waves' }, null)
    for (let n = 0; n < 6; n++) await city.driver()
    const [rider, other] = [await city.person('rider'), await city.person('rider')]
    const { id: over } = await city.book(rider)
    const { id: searching } = await city.book(other)
    await letPass(db.request, over, 601)
    let goOn = () => {}
    const held = new Promise<void>((done) => (goOn = done))
    const slow = {
      ...app,
      notify: async (...[tx, drafts]: Parameters<typeof app.notify>) => {
        if (drafts.some(({ message }) => message === 'notice_no_driver')) await held
        await app.notify(tx, drafts)
      },
    }
    const sweeper = startSweeper(dispatch.sweeps?.(slow) ?? {}, testLog())
    try {
      // The first turns ask no one: the first wave has its six seconds.
      await new Promise((done) => setTimeout(done, 1500))
      expect(await count('offers', searching)).toBe(3)
      await letPass(db.request, searching, 6)
      await waitFor(async () => (await count('offers', searching)) > 3, 4000)
      expect(await ended(rider)).toEqual([])
    } finally {
      goOn()
      await sweeper.stop()
      await app.settings.change({ dispatchPolicy: 'all-at-once' }, null)
    }
  })

  it('a search asked for again with autoDispatch off leaves an hour to assign [design/moves-38]', async () => {
    await city.driver()
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    await letPass(db.request, id, 3605)
    await city.server.app.settings.change({ autoDispatch: false }, null)
    await rider.call(bookingsApi.searchAgain, { params: { id }, body: {} })
    await city.server.app.settings.change({ autoDispatch: true }, null)
    await expireBookings(city.server.app)
    const statusNow = async () => (await rider.call(bookingsApi.get, { params: { id } })).booking.status
    expect(await statusNow()).toBe('NEW')
    await letPass(db.request, id, 3601)
    await expireBookings(city.server.app)
    expect(await statusNow()).toBe('CANCELLED')
  })

  it('leaves an assigned driver the minutes to accept [design/moves-38]', async () => {
    const [admin, driver, rider] = [await city.person('admin'), await city.driver(), await city.person('rider')]
    await city.server.app.settings.change({ autoDispatch: false }, null)
    const { id } = await city.book(rider)
    await letPass(db.request, id, 3500)
    await admin.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
    await city.server.app.settings.change({ autoDispatch: true }, null)
    const statusAfter = async (seconds: number) => {
      await letPass(db.request, id, seconds)
      await expireBookings(city.server.app)
      return (await rider.call(bookingsApi.get, { params: { id } })).booking.status
    }
    expect([await statusAfter(200), await statusAfter(101)]).toEqual(['NEW', 'CANCELLED'])
  })
})

describe('what searches leave behind [design/dispatch-28]', () => {
  it('is deleted after 30 days, but not the offer that was accepted', async () => {
    const [winner, other] = [await city.driver(), await city.driver()]
    const { id } = await city.book(await city.person('rider'))
    await drives(other, id).decline()
    await drives(winner, id).accept()
    const left = async () => [await count('offers', id), await count('dispatch_records', id)]
    await letPass(db.request, id, 29 * 86_400)
    await deleteOldRecords(city.server.app)
    expect(await left()).toEqual([2, 1])
    await letPass(db.request, id, 86_460)
    await deleteOldRecords(city.server.app)
    expect(await left()).toEqual([1, 0])
    const kept = await db.request.selectFrom('offers').select('driver_id').where('booking_id', '=', id).execute()
    expect(kept).toEqual([{ driver_id: winner.id }])
    const requests = db.request.selectFrom('notices').select('id').where('message', '=', 'notice_new_booking')
    expect(await requests.where('booking_id', '=', id).execute()).toEqual([])
  })

  it('the alert of a booking is deleted once the booking is no longer NEW', async () => {
    const [driver, admin] = [await city.driver(), await city.person('admin')]
    const [taken, waiting] = [
      await city.book(await city.person('rider')),
      await city.book(await city.person('rider')),
    ] as const
    for (const { id } of [taken, waiting]) await letPass(db.request, id, 601)
    await sweepSearches(city.server.app)
    const alerted = async () =>
      (
        await db.request
          .selectFrom('unassigned_alerts')
          .select('booking_id')
          .where('booking_id', 'in', [taken.id, waiting.id])
          .execute()
      ).map((row) => row.booking_id)
    expect(new Set(await alerted())).toEqual(new Set([taken.id, waiting.id]))
    await admin.call(assignApi.assign, { params: { id: taken.id }, body: { driver: driver.id } })
    await drives(driver, taken.id).accept()
    await deleteOldRecords(city.server.app)
    expect(await alerted()).toEqual([waiting.id])
  })

  it('an unserved search leaves one offer and one notice per driver, and one record per wave', async () => {
    await city.server.app.settings.change({ dispatchPolicy: 'waves' }, null)
    for (let n = 0; n < 5; n++) await city.driver()
    const { id } = await city.book(await city.person('rider'))
    for (let second = 0; second < 120; second += 6) {
      await letPass(db.request, id, 6)
      await sweepSearches(city.server.app)
    }
    expect([await count('offers', id), await count('notices', id), await count('dispatch_records', id)]).toEqual([
      5, 5, 2,
    ])
  })
})
