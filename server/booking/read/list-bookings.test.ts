import { english } from '@remis/domain/texts/english'
import { bookingsApi, bookingView, type BookingView } from '@remis/domain/booking/booking-api'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { drives, keyOf, openCity, tripCodeOf, type City, type TestActor } from '../../testing/test-city.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let fleet: TestActor
let admin: TestActor
let [riderA, riderB]: TestActor[] = []
let [fleetDriver, ownDriver]: TestActor[] = []
/** ids by driver: nine of the fleet's driver, four of the other, one without a driver */
const trips = { fleet: [] as string[], own: [] as string[], open: '' }

const ride = async (rider: TestActor, driver: TestActor): Promise<string> => {
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  await drive.start(await tripCodeOf(rider, id))
  await drive.reach()
  await drive.receiveCash()
  return id
}

beforeAll(async () => {
  city = await openCity(database)
  ;[fleet, admin] = [await city.person('fleetadmin'), await city.person('admin')]
  ;[riderA, riderB] = [await city.person('rider'), await city.person('rider')]
  fleetDriver = await city.driver({ fleetadmin: fleet.id })
  ownDriver = await city.driver()
  for (let n = 0; n < 9; n++) trips.fleet.push(await ride(n % 2 ? riderA! : riderB!, fleetDriver))
  for (let n = 0; n < 4; n++) trips.own.push(await ride(riderA!, ownDriver))
  trips.open = (await city.book(riderB!)).id
})

type Query = NonNullable<Parameters<typeof list>[1]>
const list = (actor: TestActor, query: Partial<Record<string, string | number>> = {}) =>
  actor.call(bookingsApi.list, { query: query as never })

/** Reads all pages. */
const pages = async (actor: TestActor, query: Query): Promise<BookingView[]> => {
  const rows: BookingView[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { rows: BookingView[]; next: string | null } = await list(actor, {
      ...query,
      ...(cursor === '' ? {} : { cursor }),
    })
    expect(page.rows.length).toBeLessThanOrEqual(Number(query['limit'] ?? 25))
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

describe('the scope of a list [booking-34]', () => {
  it('is the customer’s, the driver’s or the fleet’s bookings, and all for an admin', async () => {
    const { fleet: f, own, open } = trips
    expect(ids(await pages(admin, { limit: 5 }))).toEqual([...f, ...own, open].toSorted())
    expect(ids(await pages(fleet, { limit: 5 }))).toEqual(f.toSorted())
    expect(ids(await pages(fleetDriver!, { limit: 4 }))).toEqual(f.toSorted())
    expect(ids(await pages(ownDriver!, {}))).toEqual(own.toSorted())
    expect((await pages(riderA!, { limit: 3 })).every(({ customer }) => customer === riderA!.id)).toBe(true)
    expect((await list(await city.person('rider'))).rows).toEqual([])
  })

  it('has exactly the keys of each role [design/access-5]', async () => {
    const of = async (actor: TestActor) =>
      Object.keys((await list(actor, { status: 'PAID', limit: 1 })).rows[0] ?? {}).toSorted()
    const declared = Object.keys(bookingView.shape).toSorted()
    const without = (...names: string[]) => declared.filter((name) => !names.includes(name))
    const office = ['requestedDrivers', 'requestedNames', 'fleetadmin', 'fareFlags', 'cash_taken_by']
    const fees = ['convenience_fees', 'driver_share']
    const code = ['otp', 'codeRenewalsLeft']
    const chain = ['predecessor', 'successor', 'requestedNames']
    expect(await of(riderA!)).toEqual(without(...code, ...fees, ...office, 'customer_token'))
    expect(await of(ownDriver!)).toEqual(
      without(
        ...code,
        ...chain,
        'feedback',
        'customer',
        'customer_email',
        'driver_token',
        'fleetadmin',
        'fareFlags',
        'cash_taken_by',
      ),
    )
    expect(await of(fleet)).toEqual(
      without(
        ...code,
        ...chain,
        'feedback',
        'fareFlags',
        'cash_taken_by',
        'customer',
        'customer_email',
        'customer_image',
        'customer_token',
        'driver_token',
      ),
    )
    expect(await of(admin)).toEqual(without('codeRenewalsLeft'))
  })

  it('names the drivers with an offer to admins only', async () => {
    const asked = async (actor: TestActor) => (await list(actor, { status: 'NEW' })).rows[0]?.requestedDrivers
    expect(Object.keys((await asked(admin)) ?? {}).toSorted()).toEqual([fleetDriver!.id, ownDriver!.id].toSorted())
    expect(await asked(riderB!)).toBeUndefined()
  })

  it('hides contacts in demo mode, from search too [design/access-10]', async () => {
    const { mobile } = await db.request
      .selectFrom('users')
      .select('mobile')
      .where('id', '=', riderA!.id)
      .executeTakeFirstOrThrow()
    expect((await list(admin, { search: mobile ?? '' })).rows.length).toBeGreaterThan(0)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    const hidden = await list(admin, {})
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect(JSON.stringify(hidden)).not.toContain(mobile)
    expect((await list(fleet, { search: mobile ?? '' })).rows).toEqual([])
  })
})

describe('paging, sorting and searching on the server [design/api-22]', () => {
  it('returns each row once in every order, also with equal values', async () => {
    const all = [...trips.fleet, ...trips.own, trips.open].toSorted()
    for (const sort of ['bookingDate', 'tripdate', 'status', 'carType', 'customer_name', 'trip_cost'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await pages(admin, { sort, direction, limit: 3 })
        expect([sort, direction, ids(rows)]).toEqual([sort, direction, all])
        const values = rows.map((row) => row[sort])
        const sorted = values.toSorted((a, b) => (a! < b! ? -1 : a! > b! ? 1 : 0))
        expect(values).toEqual(direction === 'asc' ? sorted : sorted.toReversed())
      }
  })

  it('keeps its place when bookings are added between two pages', async () => {
    const first = await list(admin, { limit: 5 })
    const rider = await city.person('rider')
    const { id } = await city.book(rider)
    const second = await list(admin, { limit: 5, cursor: first.next ?? '' })
    expect(ids([...first.rows, ...second.rows])).not.toContain(id)
    expect(new Set(ids([...first.rows, ...second.rows])).size).toBe(10)
    await rider.call(bookingsApi.cancel, { params: { id }, body: { reason: city.reason } })
  })

  it('filters by statuses and by active', async () => {
    expect((await list(admin, { status: 'NEW' })).rows.map(({ id }) => id)).toEqual([trips.open])
    expect((await list(admin, { status: 'NEW,PAID', limit: 100 })).rows).toHaveLength(14)
    expect((await list(admin, { active: 'false' })).rows.every(({ status }) => status === 'CANCELLED')).toBe(true)
    expect((await list(admin, { status: 'COMPLETE', active: 'true' })).rows).toEqual([])
  })

  it('finds by id, place, car type and names, and takes wildcards literally', async () => {
    expect((await list(riderB!, { search: trips.open.toLowerCase() })).rows.map(({ id }) => id)).toEqual([trips.open])
    expect((await list(ownDriver!, { search: 'tres cruces' })).rows).toHaveLength(4)
    expect((await list(admin, { search: fleetDriver!.name, limit: 100 })).rows).toHaveLength(9)
    for (const search of ['%', '_', '\\', "'; drop table bookings; --", '%%%'])
      expect([search, (await list(admin, { search })).rows]).toEqual([search, []])
  })

  it('exports the bookings of a list for admins, with the columns of the office', async () => {
    const download = async (actor: TestActor, query: string) => {
      const headers = { authorization: `Bearer ${actor.token}` }
      return fetch(`${city.server.url}/api/bookings/export?format=csv&${query}`, { headers })
    }
    const answer = await download(admin, 'status=PAID&search=tres+cruces')
    const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n')
    expect(head).toContain(
      `${english.col_id},${english.col_date},${english.col_car_type},Customer name,Pickup,Drop,Driver`,
    )
    expect(rows.map((row) => row.slice(0, 10)).toSorted()).toEqual([...trips.fleet, ...trips.own].toSorted())
    expect(await (await download(admin, 'status=COMPLETE&active=true')).text()).toMatch(/^\uFEFF?[^\r]*,Currency\r\n$/)
    expect((await download(admin, 'status=SOLD')).status).toBe(400)
    for (const actor of [riderA!, ownDriver!, fleet]) expect((await download(actor, '')).status).toBe(403)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await download(admin, '')).status).toBe(403)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('refuses what is no page of this list', async () => {
    const { next } = await list(admin, { limit: 2 })
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad: Query[] = [
      { cursor: 'x' },
      { cursor: (next ?? '').slice(0, -3) },
      { cursor: next ?? '', sort: 'status' },
      { cursor: next ?? '', sort: 'tripdate' },
      { cursor: next ?? '', direction: 'asc' },
      { cursor: forge(['bookingDate', 'desc', 'soon', trips.open]) },
      { cursor: forge(['bookingDate', 'desc', 9e15, trips.open]) },
      { cursor: forge(['bookingDate', 'desc', 1, "' or 1=1"]) },
      { cursor: forge(['status', 'desc', 'a\0', trips.open]), sort: 'status' },
      { cursor: forge({}) },
      { status: 'NEW,SOLD' },
      { limit: 0 },
      { limit: 101 },
      { sort: 'otp' },
      { active: 'perhaps' },
      { search: 'a\0b' },
      { unknown: 'x' },
    ]
    for (const query of bad) expect([query, await keyOf(list(admin, query))]).toEqual([query, 'invalid_input'])
  })
})
