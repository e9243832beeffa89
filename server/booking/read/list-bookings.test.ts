import { english } from '@remis/domain/texts/english'
import { bookingsApi, bookingView, type BookingView } from '@remis/domain/booking/booking-api'
import { sql } from 'kysely'
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

const download = async (actor: TestActor, query: string) => {
  const headers = { authorization: `Bearer ${actor.token}` }
  return fetch(`${city.server.url}/api/bookings/export?format=csv&${query}`, { headers })
}

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
    // while the trip goes on
    const renewals = ['codeLocked', 'codeRenewalsLeft', 'deliveryCodeLocked', 'deliveryCodeRenewalsLeft']
    const code = ['otp', ...renewals]
    const chain = ['predecessor', 'successor', 'requestedNames']
    const ofSender = ['deliveryCode', 'refund', 'returnFee']
    expect(await of(riderA!)).toEqual(without(...code, ...fees, ...office, 'customer_token'))
    expect(await of(ownDriver!)).toEqual(
      without(
        ...code,
        ...chain,
        ...ofSender,
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
        'debtDue',
        'debtPaid',
        ...chain,
        ...ofSender,
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
    expect(await of(admin)).toEqual(without(...renewals, 'deliveryCode'))
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
    const found = await list(admin, { search: mobile ?? '' })
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
    expect(JSON.stringify(hidden)).not.toContain(mobile)
    expect(found.rows).toEqual([])
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
    const over = (await list(admin, { active: 'false' })).rows.map(({ status }) => status)
    expect(new Set(over)).toEqual(new Set(['CANCELLED']))
    expect((await list(admin, { status: 'COMPLETE', active: 'true' })).rows).toEqual([])
  })

  it('finds by id, place, car type and names, and takes wildcards literally', async () => {
    expect((await list(riderB!, { search: trips.open.toLowerCase() })).rows.map(({ id }) => id)).toEqual([trips.open])
    expect((await list(ownDriver!, { search: 'tres cruces' })).rows).toHaveLength(4)
    expect((await list(admin, { search: fleetDriver!.name, limit: 100 })).rows).toHaveLength(9)
    for (const search of ['%', '_', '\\', "'; drop table bookings; --", '%%%'])
      expect([search, (await list(admin, { search })).rows]).toEqual([search, []])
  })

  it('exports the bookings of a list, with the columns of the office for admins', async () => {
    const answer = await download(admin, 'status=PAID&search=tres+cruces')
    const [head, ...rows] = (await answer.text()).trimEnd().split('\r\n')
    expect(head).toContain(
      `${english.col_id},${english.col_date},${english.col_car_type},Customer name,Pickup,Drop,Driver`,
    )
    expect(rows.map((row) => row.slice(0, 10)).toSorted()).toEqual([...trips.fleet, ...trips.own].toSorted())
    const empty = await download(admin, 'status=COMPLETE&active=true')
    // text() would drop the byte order mark
    expect(Buffer.from(await empty.arrayBuffer()).toString()).toMatch(/^\uFEFF[^\r]*,Currency\r\n$/)
    expect((await download(admin, 'status=SOLD')).status).toBe(400)
  })

  it('exports distances in the unit of the screen [booking-60]', async () => {
    const [id] = trips.own as [string]
    const { distance } = await db.request
      .selectFrom('bookings')
      .select('distance')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const store = (km: number | null) => sql`update bookings set distance = ${km} where id = ${id}`.execute(db.request)
    const read = async () => (await download(admin, `search=${id}`)).text()
    await store(1609.344)
    expect(await read()).toContain(',1609.344,')
    await city.server.app.settings.change({ convert_to_mile: true }, null)
    expect(await read()).toContain(',1000,')
    await city.server.app.settings.change({ convert_to_mile: false }, null)
    await store(distance)
  })

  it('exports to every other role its own bookings only, with the columns it sees on the screen [booking-60]', async () => {
    const fees = [english.col_share, english.col_fee]
    const parcel = [english.col_parcel, english.col_option]
    const expected = [
      [riderA!, fees, english.col_otp],
      [ownDriver!, [english.col_otp], english.col_share],
      [fleet, [english.col_otp], english.col_share],
    ] as const
    for (const [actor, missing, present] of expected) {
      const [head = '', ...rows] = (await (await download(actor, '')).text()).trimEnd().split('\r\n')
      const titles = head.split(',')
      expect(titles.filter((title) => (missing as readonly string[]).includes(title))).toEqual([])
      expect(titles).toContain(present)
      // a taxi has the addresses' notes and photos, and no parcels [booking-36]
      expect(titles).toEqual(expect.arrayContaining([english.col_pickup_instructions, english.col_delivery_photo]))
      expect(titles.filter((title) => parcel.includes(title))).toEqual([])
      const own = ids(await pages(actor, {}))
      expect(rows.map((row) => row.slice(0, 10)).toSorted()).toEqual(own)
      // a filter by another person's id adds no rows
      const foreign = await (await download(actor, `rider=${riderB!.id}&fleet=${fleet.id}`)).text()
      expect(foreign.trimEnd().split('\r\n').length - 1).toBe(own.length)
    }
    const audited = db.request
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'bookings.export')
      .where('actor_id', 'in', [riderA!.id, ownDriver!.id, fleet.id])
    expect(await audited.execute()).toHaveLength(6)
  })

  it('exports nothing while critical edits are off [booking-39]', async () => {
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    for (const actor of [riderA!, ownDriver!, fleet, admin]) expect((await download(actor, '')).status).toBe(403)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('filters by driver, rider, fleet, payment mode and payment state [design/web-82] [booking-62]', async () => {
    const found = async (actor: TestActor, query: Query) => ids((await list(actor, { limit: 100, ...query })).rows)
    const { fleet: f, own, open } = trips
    expect(await found(admin, { driver: ownDriver!.id })).toEqual(own.toSorted())
    expect(await found(admin, { fleet: fleet.id })).toEqual(f.toSorted())
    expect(await found(admin, { rider: riderB!.id, fleet: fleet.id })).toHaveLength(5)
    expect(await found(fleet, { driver: ownDriver!.id })).toEqual([])
    // these two have no effect for others: they would reveal the rider
    expect(await found(fleet, { rider: riderB!.id })).toEqual(f.toSorted())
    expect(await found(ownDriver!, { fleet: fleet.id })).toEqual(own.toSorted())
    expect(await found(admin, { mode: 'card' })).toEqual([])
    expect(await found(admin, { mode: 'cash', status: 'NEW' })).toEqual([open])
    expect(await found(admin, { payment: 'paid' })).toEqual([...f, ...own].toSorted())
    expect(await found(admin, { payment: 'paid', status: 'NEW' })).toEqual([])
    expect(await found(admin, { payment: 'due' })).toEqual([])
    expect(await found(admin, { payment: 'written-off' })).toEqual([])
    await sql`update bookings set written_off = 1 where id = ${own[0]}`.execute(db.request)
    expect(await found(admin, { payment: 'written-off' })).toEqual([own[0]])
    expect(await found(admin, { payment: 'paid' })).not.toContain(own[0])
    await sql`update bookings set written_off = 0 where id = ${own[0]}`.execute(db.request)
  })

  it('filters by the day of the trip in the operator’s zone, also where summer time begins [design/web-82]', async () => {
    const dates = db.request.selectFrom('bookings').select(['id', 'tripdate', 'release_at']).execute()
    const [first, second] = trips.own as [string, string]
    const move = (id: string, at: string) =>
      sql`update bookings set tripdate = ${at}::timestamptz where id = ${id}`.execute(db.request)
    const before = await dates
    const { timezone } = await city.server.app.settings.current()
    await city.server.app.settings.change({ timezone: 'Europe/Berlin' }, null)
    // 29 March 2026 has 23 hours in Berlin: from 23:00 UTC of the 28th to 22:00 UTC
    await move(first, '2026-03-28T23:00:00Z')
    await move(second, '2026-03-29T21:59:59Z')
    const found = async (query: Query) => ids((await list(admin, { driver: ownDriver!.id, ...query })).rows)
    expect(await found({ from: '2026-03-29', to: '2026-03-29' })).toEqual([first, second].toSorted())
    await move(first, '2026-03-28T22:59:59Z')
    await move(second, '2026-03-29T22:00:00Z')
    expect(await found({ from: '2026-03-29', to: '2026-03-29' })).toEqual([])
    expect(await found({ to: '2026-03-28' })).toEqual([first])
    expect(await found({ from: '2026-03-28', to: '2026-03-30' })).toEqual([first, second].toSorted())
    expect(await found({ from: '2026-03-30', to: '2026-03-28' })).toEqual([])
    // a period goes before the days, and follows the clock
    expect(await found({ period: 'today', from: '2026-03-28' })).toEqual(trips.own.slice(2).toSorted())
    expect(await found({ period: 'tomorrow' })).toEqual([])
    await city.server.app.settings.change({ timezone }, null)
    for (const { id, tripdate } of before) await move(id, new Date(tripdate).toISOString())
  })

  it('separates what is later than an hour or the release from all others, and counts what is to come [design/web-86]', async () => {
    const found = async (query: Query) => ids((await list(admin, { limit: 100, ...query })).rows)
    const later = async (query: Record<string, string> = {}) =>
      (await admin.call(bookingsApi.counts, { query: query as never })).later
    const ahead = (id: string, minutes: number) =>
      sql`update bookings set tripdate = clock_timestamp() + ${minutes} * interval '1 minute' where id = ${id}`.execute(
        db.request,
      )
    const all = await found({})
    const first = trips.own[0]!
    expect(await found({ when: 'now' })).toEqual(all)
    await ahead(first, 7 * 24 * 60)
    await ahead(trips.open, 59)
    expect(await found({ when: 'now' })).toEqual(all.filter((id) => id !== first))
    await ahead(trips.open, 61)
    expect(await found({ when: 'later' })).toEqual([first, trips.open].toSorted())
    expect(await found({ when: 'now' })).toHaveLength(all.length - 2)
    expect(await later()).toBe(2)
    expect(await later({ driver: ownDriver!.id })).toBe(1)
    expect(await later({ payment: 'paid' })).toBe(1)
    expect(await later({ payment: 'written-off' })).toBe(0)
    // a cancelled one is not to come
    const status = (to: string) => sql`update bookings set status = ${to} where id = ${first}`.execute(db.request)
    await status('COMPLETE')
    expect(await later()).toBe(1)
    await status('PAID')
    await city.server.app.settings.change({ releaseMinutes: 120 }, null)
    expect(await found({ when: 'later' })).toEqual([first])
    await city.server.app.settings.change({ releaseMinutes: 20 }, null)
    for (const id of [first, trips.open])
      await sql`update bookings set tripdate = booking_date where id = ${id}`.execute(db.request)
  })

  it('counts each status that is not final, up to 1,000 and one more [design/web-81]', async () => {
    const counts = async (actor: TestActor, query: Partial<Record<string, string>> = {}) =>
      actor.call(bookingsApi.counts, { query: query as never })
    const none = { PAYMENT_PENDING: 0, ACCEPTED: 0, ARRIVED: 0, STARTED: 0, REACHED: 0, PENDING: 0 }
    const review = (await list(admin, { review: 'open', limit: 100 })).rows.length
    const fare = (await list(admin, { fare: 'open', limit: 100 })).rows.length
    expect(await counts(admin)).toEqual({ most: 1000, statuses: { ...none, NEW: 1, PAID: 13 }, later: 0, review, fare })
    expect(await counts(fleet)).toEqual({ most: 1000, statuses: { ...none, NEW: 0, PAID: 9 }, later: 0 })
    expect((await counts(ownDriver!)).statuses).toEqual({ ...none, NEW: 0, PAID: 4 })
    expect((await counts(riderB!)).statuses).toEqual({ ...none, NEW: 1, PAID: 5 })
    expect((await counts(admin, { driver: ownDriver!.id })).statuses.PAID).toBe(4)
    expect(
      (await counts(admin, { rider: riderB!.id, fleet: fleet.id, mode: 'cash', period: 'today' })).statuses.PAID,
    ).toBe(5)
    expect((await counts(fleet, { rider: riderB!.id })).statuses.PAID).toBe(9)
    expect((await counts(admin, { mode: 'card' })).statuses.PAID).toBe(0)
    // a payment state is one of some statuses, and whether money was written off
    expect((await counts(admin, { payment: 'due' })).statuses).toEqual({ ...none, NEW: 0, PAID: 0 })
    expect((await counts(admin, { payment: 'paid' })).statuses).toEqual({ ...none, NEW: 0, PAID: 13 })
    await sql`update bookings set written_off = 1 where id = ${trips.own[0]}`.execute(db.request)
    expect((await counts(admin, { payment: 'paid' })).statuses.PAID).toBe(12)
    expect((await counts(admin, { payment: 'written-off' })).statuses.PAID).toBe(1)
    await sql`update bookings set written_off = 0 where id = ${trips.own[0]}`.execute(db.request)
    expect((await counts(admin, { payment: 'due' })).review).toBe(0)
    expect(await keyOf(counts(admin, { search: 'x' }))).toBe('invalid_input')
  })

  it('refuses what is no page of this list', async () => {
    const { next } = await list(admin, { limit: 2 })
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const bad: Query[] = [
      { cursor: 'x' },
      { cursor: (next ?? '').slice(0, -3) },
      { cursor: next ?? '', sort: 'status' },
      { cursor: next ?? '', sort: 'bookingDate' },
      { cursor: next ?? '', direction: 'asc' },
      { cursor: forge(['tripdate', 'desc', 'soon', trips.open]) },
      { cursor: forge(['tripdate', 'desc', 9e15, trips.open]) },
      { cursor: forge(['tripdate', 'desc', 1, "' or 1=1"]) },
      { cursor: forge(['status', 'desc', 'a\0', trips.open]), sort: 'status' },
      { cursor: forge({}) },
      { status: 'NEW,SOLD' },
      { limit: 0 },
      { limit: 101 },
      { sort: 'otp' },
      { active: 'perhaps' },
      { search: 'a\0b' },
      { from: '2026-02-30' },
      { to: '0000-01-01' },
      { from: '9999-12-31' },
      { period: 'soon' },
      { driver: 'me' },
      { mode: 'gold' },
      { payment: 'never' },
      { unknown: 'x' },
    ]
    for (const query of bad) expect([query, await keyOf(list(admin, query))]).toEqual([query, 'invalid_input'])
  })
})
