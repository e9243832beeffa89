import { bookingsApi } from '@remis/domain/booking/booking-api'
import { correctionsApi } from '@remis/domain/booking/final-fare/corrections-api'
import { recordApi } from '@remis/domain/booking/record/record-api'
import { tripCodesApi } from '@remis/domain/booking/trip-codes-api'
import { assignApi } from '@remis/domain/dispatch/assign-api'
import { bookingMoneyApi } from '@remis/domain/payments/booking-money-api'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyStreets } from '../../testing/money.ts'
import { moveBack } from '../../testing/move-back.ts'
import { drives, keyOf, openCity, tripCodeOf, type City, type TestActor } from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
let city: City
let [admin, fleet, otherFleet]: TestActor[] = []

beforeAll(async () => {
  city = await openCity(database, {
    // the phone of every person of this city
    ask: () => (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('user-agent', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0.0.0 Mobile Safari/537.36')
      return fetch(input, { ...init, headers })
    },
  })
  admin = await city.person('admin')
  fleet = await city.person('fleetadmin')
  otherFleet = await city.person('fleetadmin')
})
beforeEach(() => emptyStreets(city))

const eventsOf = (id: string, who = admin!) => who.call(recordApi.events, { params: { id } })
const moneyOf = (id: string, who = admin!) => who.call(bookingMoneyApi.read, { params: { id } })

/** Assigned, a wrong code, the code shown to the office, driven, paid in cash. */
const paidTrip = async () => {
  await city.server.app.settings.change({ autoDispatch: false, otp_secure: true }, null)
  const rider = await city.person('rider')
  const driver = await city.driver({ fleetadmin: fleet!.id })
  const { id } = await city.book(rider)
  await admin!.call(assignApi.assign, { params: { id }, body: { driver: driver.id } })
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arriveThere()
  const code = await tripCodeOf(rider, id)
  await keyOf(drive.start(code === '00000' ? '00001' : '00000'))
  await admin!.call(tripCodesApi.reveal, { params: { id }, body: {} })
  await drive.start(code)
  await drive.reach()
  await drive.receiveCash()
  return { id, rider, driver }
}

describe('the timeline of a booking [design/web-91]', () => {
  it('shows an admin each act with its actor and device, with assignments, wrong codes and shown codes', async () => {
    const { id, rider, driver } = await paidTrip()
    const { rows, more } = await eventsOf(id)
    expect(rows.map(({ what }) => what)).toEqual([
      'create',
      'assign',
      'accept',
      'arrive',
      'wrong-code',
      'reveal-code',
      'start',
      'reach',
      'pay',
    ])
    expect(more).toBe(false)
    const byWhat = Object.fromEntries(rows.map((row) => [row.what, row]))
    expect(byWhat['create']).toMatchObject({ by: 'rider', name: rider.name, device: 'phone', from: null, to: 'NEW' })
    expect(byWhat['assign']).toMatchObject({ by: 'admin', name: admin!.name, detail: { driver: driver.name } })
    expect(byWhat['accept']).toMatchObject({ by: 'driver', device: 'phone', detail: { driver: driver.name } })
    expect(byWhat['wrong-code']).toMatchObject({ by: 'driver', version: null, detail: { tries: 1 } })
    expect(byWhat['pay']).toMatchObject({ from: 'REACHED', to: 'PAID' })
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  it('has amount and reason of a correction, and of a cancel', async () => {
    const { id } = await paidTrip()
    const body = { direction: 'back', amount: 38, reason: 'A detour', withDriver: true } as const
    await admin!.call(correctionsApi.correct, { params: { id }, body })
    expect((await eventsOf(id)).rows.at(-1)).toMatchObject({
      what: 'correct',
      detail: { amount: -38, reason: 'A detour' },
    })
    const rider = await city.person('rider')
    const { id: second } = await city.book(rider)
    await rider.call(bookingsApi.cancel, { params: { id: second }, body: { reason: city.reason } })
    expect((await eventsOf(second)).rows.at(-1)).toMatchObject({
      what: 'cancel',
      detail: { reason: 'Changed my mind', amount: null },
    })
  })

  it('gives a fleet admin the moves of own bookings without devices, reasons and names of the office', async () => {
    const { id, rider, driver } = await paidTrip()
    const { rows } = await eventsOf(id, fleet)
    expect(rows.map(({ what }) => what)).toEqual(['create', 'accept', 'arrive', 'start', 'reach', 'pay'])
    expect(rows.map(({ name }) => name)).toEqual([rider.name, ...Array.from({ length: 5 }, () => driver.name)])
    for (const row of rows) expect(row).not.toHaveProperty('device')
    for (const row of rows) expect(row).not.toHaveProperty('detail')
    await moveBack(city, id, 25 * 60)
    const later = await eventsOf(id, fleet)
    // a day after the end the rider is initials [design/access-90]
    expect(later.rows[0]?.name).not.toBe(rider.name)
    expect(later.rows[0]?.name).toMatch(/^(\S\. ?)+$/)
  })

  it('is not there for another fleet, and refused to riders and drivers', async () => {
    const { id, rider, driver } = await paidTrip()
    expect(await keyOf(eventsOf(id, otherFleet))).toBe('not_found')
    expect(await keyOf(eventsOf('0000000000', fleet))).toBe('not_found')
    for (const who of [rider, driver]) expect(await keyOf(eventsOf(id, who))).toBe('forbidden')
    expect(await keyOf(moneyOf(id, fleet))).toBe('forbidden')
  })
})

describe('the money of a booking [design/web-92]', () => {
  it('lists its postings with account names, each summing to zero', async () => {
    const { id, driver } = await paidTrip()
    const { payments, postings, more } = await moneyOf(id)
    expect([payments, more]).toEqual([[], false])
    expect(postings.map(({ kind }) => kind)).toEqual(['settlement'])
    const entries = postings[0]?.entries ?? []
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(entries).toEqual([
      { account: 'wallet', holder: driver.id, name: driver.name, amount: -138, currency: 'UYU' },
      { account: 'wallet', holder: driver.id, name: driver.name, amount: 120, currency: 'UYU' },
      { account: 'revenue', holder: null, name: null, amount: 18, currency: 'UYU' },
    ])
  })
})

describe('the audit log of a booking [booking-65]', () => {
  it('is for admins, newest first, page by page', async () => {
    const { id } = await paidTrip()
    const pageOf = (cursor?: string) =>
      admin!.call(recordApi.audit, { params: { id }, query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) } })
    const first = await pageOf()
    const second = await pageOf(first.next ?? '')
    expect([...first.rows, ...second.rows].map(({ action }) => action)).toEqual([
      'trip-code.reveal',
      'trip-code.wrong',
      'booking.assign',
    ])
    expect(first.rows[0]).toMatchObject({ actor: admin!.name, actorRole: 'admin' })
    expect(second.next).toBe(null)
    expect(await keyOf(fleet!.call(recordApi.audit, { params: { id }, query: {} }))).toBe('forbidden')
  })

  it('hides contacts in demo mode, in the timeline too [design/access-95]', async () => {
    const { id } = await paidTrip()
    await sql`insert into audit_log (actor_id, actor_role, address, action, subject, data)
      select actor_id, actor_role, address, 'trip-review.release', subject, '{"reason": "asked by rider@example.org"}'
      from audit_log where subject = ${`booking:${id}`} limit 1`.execute(database.db.request)
    const read = async () => {
      const { rows: audit } = await admin!.call(recordApi.audit, { params: { id }, query: {} })
      const { rows: events } = await admin!.call(recordApi.events, { params: { id } })
      return JSON.stringify([audit, events]).split('rider@example.org').length - 1
    }
    expect(await read()).toBe(2)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect(await read()).toBe(0)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })
})
