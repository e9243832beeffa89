import { bookingsApi } from '@remis/domain/booking/booking-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { earningsApi } from '@remis/domain/dispatch/earnings-api'
import { noticesApi } from '@remis/domain/notices/notices-api'
import { initialsOf } from '@remis/domain/privacy/rider-after-trip'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { moveBack } from '../../testing/move-back.ts'
import {
  comeTo,
  drives,
  keyOf,
  openCity,
  pickup,
  tripCodeOf,
  type City,
  type TestActor,
} from '../../testing/test-city.ts'
import { databaseFor } from '../../testing/test-database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let [rider, driver, fleet, admin]: TestActor[] = []
/** a paid trip and an unpaid one, both older than a day */
let [old, unpaid] = ['', '']

const home = { lat: -34.8938, lng: -56.1664, add: 'Bulevar Artigas 1825, Montevideo' }
/** the rider's words follow the map's address [design/access-86] */
const shownHome = { ...home, add: 'Terminal Tres Cruces, Montevideo (“Bulevar Artigas 1825, Montevideo”)' }
/** name, street and house number of the drop, and the digits of its point */
const secrets = ['Quetzal', 'Artigas 1825', '34.8938', '56.1664']

const ride = async (): Promise<string> => {
  const { id } = await city.book(rider!, await city.quote(rider!, { drop: home }))
  const drive = drives(driver!, id)
  await drive.accept()
  await comeTo(driver!, pickup)
  await drive.arrive()
  await drive.start(await tripCodeOf(rider!, id))
  await drive.reach()
  return id
}

beforeAll(async () => {
  city = await openCity(database)
  ;[fleet, admin, rider] = [await city.person('fleetadmin'), await city.person('admin'), await city.person('rider')]
  driver = await city.driver({ fleetadmin: fleet.id })
  await sql`update users set first_name = 'Ana', last_name = 'Quetzal' where id = ${rider.id}`.execute(db.request)
  old = await ride()
  await drives(driver, old).receiveCash()
  unpaid = await ride()
  await drives(driver, unpaid).notPaid()
  for (const id of [old, unpaid]) {
    await moveBack(city, id, 25 * 60)
    await sql`update notices set created_at = created_at - interval '25 hours'`.execute(db.request)
  }
})

const list = async (actor: TestActor, query: Record<string, string | number> = {}) =>
  (await actor.call(bookingsApi.list, { query: query as never })).rows
const found = async (actor: TestActor, search: string) => (await list(actor, { search })).map(({ id }) => id)
const both = () => [old, unpaid].toSorted()

describe('a day after the end, driver and fleet admin know neither the rider nor the addresses [design/access-90]', () => {
  it('in lists, pages, live events, tracks, earnings, notices, unpaid trips and the wallet', async () => {
    for (const actor of [driver!, fleet!]) {
      const answers = [
        await list(actor),
        await actor.call(bookingsApi.get, { params: { id: old } }),
        await actor.call(trackingApi.track, { params: { id: old } }),
        await actor.call(noticesApi.list, { query: {} }),
        ...(actor === driver
          ? [
              await actor.call(earningsApi.mine, { query: { period: 'month' } }),
              await actor.call(dispatchApi.day, {}),
              await actor.call(walletApi.history, { query: {} }),
            ]
          : []),
      ]
      const bytes = JSON.stringify(answers)
      expect(bytes).toContain('A. Q.')
      for (const secret of secrets) expect(bytes).not.toContain(secret)
    }
    const { unpaid: open } = await driver!.call(dispatchApi.day, {})
    expect(open.map(({ customer_name }) => customer_name)).toEqual(['A. Q.'])
    expect(await driver!.call(trackingApi.track, { params: { id: old } })).toEqual({ rows: [], line: null })
    const { rows } = await driver!.call(noticesApi.list, { query: {} })
    const requests = rows.filter(({ message }) => message === 'notice_new_booking')
    expect(requests.map(({ params }) => params)).toEqual([
      { pickup: 'Avenida 18 de Julio, Montevideo' },
      { pickup: 'Avenida 18 de Julio, Montevideo' },
    ])
  })

  it('in a live event of an old booking', async () => {
    const link = await driver!.connect()
    await admin!.call(bookingsApi.pay, {
      params: { id: unpaid },
      body: { payment_mode: 'cash', cash_taken_by: 'driver' },
    })
    await link.until(() => link.events.some(({ subject, kind }) => kind === 'booking' && subject === unpaid))
    const bytes = JSON.stringify(link.events)
    expect(bytes).toContain('A. Q.')
    for (const secret of secrets) expect(bytes).not.toContain(secret)
  })

  it('a search finds only what is shown', async () => {
    for (const actor of [driver!, fleet!]) {
      for (const search of ['Quetzal', 'Ana Q', 'Artigas', '1825', '18 de Julio'])
        expect([search, await found(actor, search)]).toEqual([search, []])
      // no search finds initials
      expect(await found(actor, 'A. Q.')).toEqual([])
    }
    for (const actor of [rider!, admin!]) expect((await found(actor, 'Artigas')).toSorted()).toEqual(both())
    expect((await found(admin!, 'Quetzal')).toSorted()).toEqual(both())
  })

  it('the order by name and its cursor reveal no name', async () => {
    const query = { sort: 'customer_name', limit: 1 } as const
    const first = await fleet!.call(bookingsApi.list, { query })
    expect(Buffer.from(first.next ?? '', 'base64url').toString()).toContain('"a. q."')
    const second = await fleet!.call(bookingsApi.list, { query: { ...query, cursor: first.next ?? '' } })
    expect([...first.rows, ...second.rows].map(({ id }) => id).toSorted()).toEqual(both())
    const all = await admin!.call(bookingsApi.list, { query })
    expect(Buffer.from(all.next ?? '', 'base64url').toString()).toContain('quetzal')
  })

  it('the order by name is that of the initials, also while a name is shown', async () => {
    await sql`update bookings set customer_name = 'Ana Beta', end_time = end_time + interval '25 hours'
      where id = ${unpaid}`.execute(db.request)
    const rows = await list(fleet!, { sort: 'customer_name', direction: 'asc' })
    expect(rows.map(({ customer_name }) => customer_name)).toEqual(['Ana Beta', 'A. Q.'])
    await sql`update bookings set customer_name = 'Ana Quetzal', end_time = end_time - interval '25 hours'
      where id = ${unpaid}`.execute(db.request)
    for (const name of ['Ana Quetzal', '  josé   de león ', 'Ünal', '王小明 李', 'x'])
      expect((await sql<{ of: string }>`select initials_of(${name}) as of`.execute(db.request)).rows).toEqual([
        { of: initialsOf(name) },
      ])
  })

  it('the rider and the office see everything', async () => {
    for (const actor of [rider!, admin!]) {
      const { booking } = await actor.call(bookingsApi.get, { params: { id: old } })
      expect(booking).toMatchObject({ customer_name: 'Ana Quetzal', drop: shownHome })
    }
    expect((await rider!.call(trackingApi.track, { params: { id: old } })).rows.length).toBeGreaterThan(0)
  })
})

it('a booking of today is shown and found in full', async () => {
  const id = await ride()
  const { booking } = await fleet!.call(bookingsApi.get, { params: { id } })
  expect(booking).toMatchObject({ customer_name: 'Ana Quetzal', drop: shownHome })
  expect(await found(driver!, 'Quetzal')).toEqual([id])
  expect(await found(fleet!, 'Artigas')).toEqual([id])
  await drives(driver!, id).receiveCash()
})

it('after a role change, old bookings answer 404 and are not listed [design/access-92]', async () => {
  const setRole = (role: string, ...people: (TestActor | undefined)[]) =>
    sql`update users set usertype = ${role} where id = any(${people.map((person) => person!.id)}::uuid[])`.execute(
      db.request,
    )
  await setRole('driver', rider)
  await setRole('rider', driver, fleet)
  for (const actor of [rider!, driver!, fleet!]) {
    expect(await keyOf(actor.call(bookingsApi.get, { params: { id: old } }))).toBe('not_found')
    expect(await keyOf(actor.call(trackingApi.track, { params: { id: old } }))).toBe('not_found')
    expect(await list(actor)).toEqual([])
  }
  const { rows } = await driver!.call(noticesApi.list, { query: {} })
  const requests = rows.filter(({ message, bookingId }) => message === 'notice_new_booking' && bookingId === old)
  expect(requests.map(({ params }) => params)).toEqual([{ pickup: 'Avenida 18 de Julio, Montevideo' }])
  await setRole('rider', rider)
  await setRole('driver', driver)
  await setRole('fleetadmin', fleet)
})
