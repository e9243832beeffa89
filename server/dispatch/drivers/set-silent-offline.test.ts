import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyStreets } from '../../testing/money.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { drives, cityFor, pickup, type TestActor } from '../../testing/test-city.ts'
import { setSilentOffline, silenceSweep } from './set-silent-offline.ts'

const { city, db } = await cityFor(import.meta.url)
beforeEach(() => emptyStreets(city))

const sweep = () => setSilentOffline(city.server.app)
const isOnline = async (driver: TestActor) => (await driver.call(dispatchApi.day, {})).online
const noticesOf = async ({ id }: TestActor) =>
  (await db.request.selectFrom('notices').select(['message', 'params']).where('user_id', '=', id).execute()).filter(
    ({ message }) => message === 'notice_set_offline',
  )
/** The driver's phone sent its last position this long ago, and the driver went online before that. */
const silence = async ({ id }: TestActor, minutes: number) => {
  const past = sql<Date>`clock_timestamp() - ${minutes} * interval '1 minute'`
  await db.request.updateTable('driver_positions').set({ at: past }).where('driver_id', '=', id).execute()
  await db.request.updateTable('users').set({ online_at: past }).where('id', '=', id).execute()
  city.server.app.drivers.remove(id)
  city.server.app.drivers.put({ id, ...pickup, at: Date.now() - minutes * 60_000 })
}

describe('a driver without a position [design/dispatch-26]', () => {
  it('is set offline after offlineMinutes and notified once; open offers close', async () => {
    const driver = await city.driver()
    const { id } = await city.book(await city.person('rider'))
    await silence(driver, 14)
    await sweep()
    expect(await isOnline(driver)).toBe(true)
    await silence(driver, 16)
    await sweep()
    await sweep()
    expect(await isOnline(driver)).toBe(false)
    expect(await noticesOf(driver)).toEqual([{ message: 'notice_set_offline', params: { minutes: '15' } }])
    expect(city.server.app.drivers.get(driver.id)).toBe(null)
    const offer = await db.request
      .selectFrom('offers')
      .select('outcome')
      .where('booking_id', '=', id)
      .executeTakeFirst()
    expect(offer?.outcome).toBe('closed')
  })

  it('stays online after coming online or sending a position a moment ago, or while on a trip', async () => {
    const [fresh, back, busy] = [await city.driver(), await city.driver(), await city.driver()]
    for (const one of [fresh, back]) await silence(one, 60)
    await fresh.call(dispatchApi.goOnline, { body: { online: true } })
    await back.call(trackingApi.send, {
      body: { fixes: [{ seq: 1, at: Date.now(), lat: pickup.lat, lng: pickup.lng }] },
    })
    const { id } = await city.book(await city.person('rider'))
    await drives(busy, id).accept()
    await silence(busy, 60)
    await sweep()
    for (const one of [fresh, back, busy]) expect([await isOnline(one), await noticesOf(one)]).toEqual([true, []])
  })

  it('follows the setting', async () => {
    const driver = await city.driver()
    await silence(driver, 16)
    await city.server.app.settings.change({ offlineMinutes: 20 }, null)
    await sweep()
    expect(await isOnline(driver)).toBe(true)
    await city.server.app.settings.change({ offlineMinutes: 15 }, null)
    await sweep()
    expect(await isOnline(driver)).toBe(false)
  })

  it('counts only while the server and its database run: not after an outage [design/dispatch-26]', async () => {
    const minute = 60_000
    let now = 0
    let down = false
    const { app } = city.server
    const flaky = {
      ...app,
      get db() {
        if (down) throw new Error('the database is away')
        return app.db
      },
    }
    const turn = silenceSweep(flaky, () => Promise.resolve(now))
    const pass = async (minutes: number) => {
      for (let n = 0; n < minutes; n++) {
        now += minute
        await turn().catch((error: unknown) => expect(down, String(error)).toBe(true))
      }
    }
    const driver = await city.driver()
    await silence(driver, 60)
    await pass(1)
    await pass(14)
    expect(await isOnline(driver), 'the server has run for 14 minutes').toBe(true)
    down = true
    await pass(30)
    down = false
    await pass(15)
    expect(await isOnline(driver), 'the database is back since 14 minutes').toBe(true)
    await pass(1)
    expect(await isOnline(driver)).toBe(false)
  })

  it('counts by the clock of the database, so not the time in which the machine slept [design/dispatch-26]', async () => {
    const minute = 60_000
    const driver = await city.driver()
    await silence(driver, 60)
    let passed = 0
    const turn = silenceSweep(city.server.app, async (db) => (await nowMs(db)) + passed)
    const pass = async (minutes: number) => {
      for (let n = 0; n < minutes; n++) {
        passed += minute
        await turn()
      }
    }
    await turn()
    await pass(14)
    passed += 8 * 60 * minute
    await pass(15)
    expect(await isOnline(driver), 'the machine is awake since 14 minutes').toBe(true)
    await pass(1)
    expect(await isOnline(driver)).toBe(false)
  })
})
