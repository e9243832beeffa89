import { settingsApi } from '@remis/domain/backoffice/settings-api'
import { bookingsApi } from '@remis/domain/booking/booking-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { safetyApi, safetyDeskApi } from '@remis/domain/safety/safety-api'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cityFor, comeTo, drives, drop, keyOf, pickup, tripCodeOf, type TestActor } from '../testing/test-city.ts'
import { moveBack } from '../testing/move-back.ts'
import { findBroken } from '../verify/verify.ts'

const { city, db } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const here = { lat: drop.lat, lng: drop.lng, accuracy: 12, at: Date.now() }
const press = async (who: TestActor, id: string, body: { pressedAt?: number; position?: typeof here | null } = {}) =>
  (
    await who.call(safetyApi.panic, {
      params: { id },
      body: { pressedAt: body.pressedAt ?? Date.now(), position: body.position ?? null },
    })
  ).alert
const read = (who: TestActor, id: string) => who.call(safetyApi.read, { params: { id } })
const alertOf = async (id: string) => (await admin.call(safetyDeskApi.get, { params: { id } })).alert
const eventsOf = async (id: string) => (await alertOf(id)).events.map(({ what }) => what)
const noticesOf = async (who: TestActor) =>
  (await who.call(noticesApi.list, { query: {} })).rows.map(({ message, params }) => ({ message, params }))

/** A ride whose driver has started it. */
const startedRide = async () => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  await drive.start(await tripCodeOf(rider, id))
  return { rider, driver, id, drive }
}
const end = async ({ drive }: Awaited<ReturnType<typeof startedRide>>) => {
  await drive.reach()
  await drive.receiveCash()
}

describe('an alert [design/safety-1] [design/safety-3]', () => {
  it('has the person, both sides, the claimed position and the confirmed one, and reaches every admin', async () => {
    const { rider, driver, id } = await startedRide()
    const other = await city.person('admin')
    await comeTo(driver, pickup)
    const { id: alert } = await press(rider, id, { position: here })
    const view = await alertOf(alert)
    const booked = db.request.selectFrom('bookings').select('car_image').where('id', '=', id)
    expect(view).toMatchObject({
      kind: 'panic',
      state: 'open',
      role: 'rider',
      bookingId: id,
      name: rider.name,
      rider: { id: rider.id, name: rider.name, mobile: expect.stringContaining('+598') as string },
      driver: { id: driver.id, name: driver.name },
      claimed: { lat: drop.lat, lng: drop.lng, accuracy: 12 },
      status: 'STARTED',
      carImage: (await booked.executeTakeFirstOrThrow()).car_image,
    })
    expect(view.confirmed?.lat).toBeCloseTo(pickup.lat, 4)
    // 2.6 km: a phone that says it is elsewhere is shown beside the car
    expect(view.apartKm).toBeCloseTo(2.6, 0)
    expect(await eventsOf(alert)).toEqual(['pressed', 'sent'])
    for (const one of [admin, other])
      expect(await noticesOf(one)).toContainEqual({
        message: 'notice_alert_rider',
        params: { name: rider.name, booking: id },
      })
    expect((await noticesOf(driver)).map(({ message }) => message)).not.toContain('notice_alert_rider')
  })

  it('is one per person and booking, however often and however fast it is pressed', async () => {
    const { rider, driver, id } = await startedRide()
    const ids = (await Promise.all(Array.from({ length: 8 }, () => press(rider, id)))).map((one) => one.id)
    expect(new Set(ids).size).toBe(1)
    const [first = ''] = ids
    expect(await eventsOf(first)).toEqual(['pressed', 'sent'])
    await press(rider, id, { pressedAt: Date.now() + 20_000 })
    expect(await eventsOf(first)).toEqual(['pressed', 'sent'])
    await sql`update safety_alerts set pressed_at = pressed_at - interval '1 minute' where id = ${first}`.execute(
      db.request,
    )
    await press(rider, id)
    expect((await eventsOf(first)).filter((what) => what === 'again')).toHaveLength(1)
    // the other side has an own alert
    expect((await press(driver, id)).id).not.toBe(first)
    const rows = await sql<{ n: number }>`select count(*)::int as n from notices
      where booking_id = ${id} and message = 'notice_alert_rider' and user_id = ${admin.id}`.execute(db.request)
    expect(rows.rows[0]?.n).toBe(1)
    expect(await findBroken(db.lists)).toEqual([])
  })

  it('takes the position that the phone finds later', async () => {
    const { rider, id } = await startedRide()
    const at = Date.now()
    const { id: alert } = await press(rider, id, { pressedAt: at })
    expect((await alertOf(alert)).claimed).toBe(null)
    await press(rider, id, { pressedAt: at, position: here })
    expect((await alertOf(alert)).claimed).toMatchObject({ lat: drop.lat })
    expect(await eventsOf(alert)).toEqual(['pressed', 'sent', 'position'])
  })

  it('that the office has closed takes the position of its press, and is not raised again', async () => {
    const { rider, id } = await startedRide()
    const at = Date.now()
    const { id: alert } = await press(rider, id, { pressedAt: at })
    await admin.call(safetyDeskApi.take, { params: { id: alert } })
    await admin.call(safetyDeskApi.close, { params: { id: alert }, body: { outcome: 'false-alarm' } })
    expect((await press(rider, id, { pressedAt: at, position: here })).id).toBe(alert)
    expect(await alertOf(alert)).toMatchObject({ state: 'closed', claimed: { lat: drop.lat } })
    expect(await eventsOf(alert)).toEqual(['pressed', 'sent', 'taken', 'closed', 'position'])
    expect((await read(rider, id)).alert).toBe(null)
  })

  it('writes no more than 30 presses of one person, and answers all of them', async () => {
    const { rider, id } = await startedRide()
    const { id: alert } = await press(rider, id)
    await sql`update safety_alerts set presses = 30 where id = ${alert}`.execute(db.request)
    await sql`update safety_alerts set pressed_at = pressed_at - interval '1 minute' where id = ${alert}`.execute(
      db.request,
    )
    expect((await press(rider, id)).id).toBe(alert)
    expect(await eventsOf(alert)).toEqual(['pressed', 'sent'])
  })

  it('is refused on a booking without a trip, and the booking of others does not exist', async () => {
    const [rider, stranger] = [await city.person('rider'), await city.person('rider')]
    // has an offer of it
    const driver = await city.driver()
    const { id } = await city.book(rider)
    expect(await keyOf(press(rider, id))).toBe('alert_not_on_trip')
    expect(await keyOf(press(stranger, id))).toBe('not_found')
    expect(await keyOf(read(stranger, id))).toBe('not_found')
    expect(await keyOf(press(driver, id))).toBe('not_found')
    expect(await keyOf(press(admin, id))).toBe('forbidden')
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  })

  it('that was pressed before the end of the trip is taken for half an hour after it [design/safety-2]', async () => {
    const ride = await startedRide()
    const pressedAt = Date.now()
    await end(ride)
    expect((await read(ride.rider, ride.id)).onTrip).toBe(false)
    expect(await keyOf(press(ride.rider, ride.id))).toBe('alert_not_on_trip')
    const { id } = await press(ride.rider, ride.id, { pressedAt: pressedAt - 1000 })
    expect((await alertOf(id)).status).toMatch(/PAID|COMPLETE/)
    await moveBack(city, ride.id, 31)
    expect(await keyOf(press(ride.driver, ride.id, { pressedAt: pressedAt - 32 * 60_000 }))).toBe('alert_not_on_trip')
  })

  it('bounds what a phone claims [design/safety-4]', async () => {
    const { rider, id } = await startedRide()
    const { id: alert } = await press(rider, id, {
      pressedAt: Date.now() + 3_600_000,
      position: { ...here, at: Date.now() + 3_600_000 },
    })
    const { pressedAt, claimed } = await alertOf(alert)
    expect(pressedAt).toBeLessThanOrEqual(Date.now() + 1000)
    expect(claimed?.at).toBeLessThanOrEqual(Date.now() + 1000)
    for (const position of [
      { ...here, lat: 91 },
      { ...here, lng: -181 },
      { ...here, accuracy: -1 },
    ])
      expect(await keyOf(press(rider, id, { position }))).toBe('invalid_input')
  })
})

describe('view of the caller', () => {
  it('panic: the people on a trip get the number while it goes on [settings-2]', async () => {
    const ride = await startedRide()
    const set = (panic: string) => admin.call(settingsApi.change, { body: { settings: { panic } } })
    for (const panic of ['+598 911', '']) {
      await set(panic)
      for (const who of [ride.rider, ride.driver])
        expect(await read(who, ride.id)).toEqual({ panic, onTrip: true, alert: null, question: null })
    }
    await set('911')
    await end(ride)
    expect((await read(ride.rider, ride.id)).panic).toBe('')
  })

  it('shows the alert of the caller until it is closed, and not the alert of the other side', async () => {
    const { rider, driver, id } = await startedRide()
    const { id: alert, sentAt } = await press(driver, id)
    expect((await read(driver, id)).alert).toEqual({ id: alert, sentAt, takenAt: null })
    expect((await read(rider, id)).alert).toBe(null)
    await admin.call(safetyDeskApi.take, { params: { id: alert } })
    expect((await read(driver, id)).alert?.takenAt).toBeGreaterThan(0)
    expect((await noticesOf(driver)).map(({ message }) => message)).toContain('notice_alert_taken')
    await admin.call(safetyDeskApi.close, { params: { id: alert }, body: { outcome: 'helped' } })
    expect((await read(driver, id)).alert).toBe(null)
    // and there can be another one
    await sql`update safety_alerts set pressed_at = pressed_at - interval '6 seconds' where id = ${alert}`.execute(
      db.request,
    )
    expect((await press(driver, id)).id).not.toBe(alert)
  })
})
