import { reportsApi } from '@remis/domain/reports/reports-api'
import { chargeRider, fareGivenBack } from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { makePaidBooking } from '../testing/make-booking.ts'
import { credit } from '../testing/money.ts'
import { keyOf, cityFor, type TestActor } from '../testing/test-city.ts'
import { post } from '../wallet/post.ts'
import { keepEarnings } from './keep-earnings.ts'

const { city, db, database } = await cityFor(import.meta.url)
const admin = await city.person('admin')

const paid = (rider: TestActor, driver: TestActor) =>
  makePaidBooking(
    db.request,
    { ...rider, role: 'rider', sessionId: '', token: '' },
    { ...driver, role: 'driver', sessionId: '', token: '' },
  )

/** Runs it while ledger rows can be updated: tests move postings into other months. */
const unlocked = (work: (tx: typeof db.request) => Promise<unknown>) =>
  db.request.transaction().execute(async (tx) => {
    await sql`alter table ledger_transactions disable trigger ledger_transactions_append_only`.execute(tx)
    await work(tx)
    await sql`alter table ledger_transactions enable trigger ledger_transactions_append_only`.execute(tx)
  })
database.expectBroken()

interface Month {
  rides: number
  share: number
  rideCost: number
  fees: number
  discounts: number
}

/** The months of drivers and of the platform, added up from every row of the ledger without the sums of the reports. */
const bruteSums = async (timezone: string) => {
  const { rows } = await sql<{
    id: string
    kind: string
    at: number
    reference: string | null
    account: string
    holder: string | null
    amount: number
    driver: string
    reason: string | null
  }>`select t.id, t.kind, t.at, t.reference, e.account, e.holder, e.amount, b.driver, d.reason from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id join bookings b on b.id = t.booking_id
    left join debts d on t.kind = 'debt-collected' and d.id::text = t.reference`.execute(db.request)
  const name = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit' })
  const drivers = new Map<string, Month>()
  const months = new Map<string, Month>()
  const seen = new Set<string>()
  for (const row of rows) {
    const month = name.format(row.at).slice(0, 7)
    const both = [
      [months, month],
      [drivers, `${month} ${row.driver}`],
    ] as const
    for (const [sums, key] of both) {
      const sum = sums.get(key) ?? { rides: 0, share: 0, rideCost: 0, fees: 0, discounts: 0 }
      if (row.kind === 'settlement' && !seen.has(`${row.id} ${key}`)) sum.rides++
      seen.add(`${row.id} ${key}`)
      const isShare = ['settlement', 'correction', 'cancellation-fee', 'debt', 'debt-collected'].includes(row.kind)
      if (
        isShare &&
        row.account === 'wallet' &&
        row.holder === row.driver &&
        (row.amount > 0 || row.kind === 'correction')
      ) {
        sum.share += row.amount
        if (row.kind !== 'cancellation-fee' && (row.reason ?? row.reference) !== 'cancellation-fee')
          sum.rideCost += row.amount
      }
      if (row.account === 'revenue') sum.fees += row.amount
      if (row.account === 'promo-expense') sum.discounts -= row.amount
      sums.set(key, sum)
    }
  }
  return { drivers, months }
}

const minor = (major: number) => Math.round(major * 100)
const monthKey = ({ year, month }: { year: number; month: number }) => `${year}-${String(month).padStart(2, '0')}`

/** The reports have every month of the ledger, to the cent, and nothing else. */
const expectEqualToLedger = async (timezone: string) => {
  const { drivers, months } = await bruteSums(timezone)
  const shown = (await admin.call(reportsApi.earnings, { query: { limit: 100 } })).rows
  const counted = [...months].filter(([, sum]) => sum.rides + Math.abs(sum.fees) + Math.abs(sum.share) > 0)
  expect(shown.map(monthKey)).toEqual(
    counted
      .map(([key]) => key)
      .toSorted()
      .toReversed(),
  )
  for (const row of shown) {
    const sum = months.get(monthKey(row))!
    expect({
      rides: row.total_rides,
      rideCost: minor(row.rideCost),
      fees: minor(row.convenienceFee),
      discounts: minor(row.discountAmount),
      trip: minor(row.tripCost),
      profit: minor(row.profit),
    }).toEqual({
      rides: sum.rides,
      rideCost: sum.rideCost,
      fees: sum.fees,
      discounts: sum.discounts,
      trip: sum.rideCost + sum.fees,
      profit: sum.fees - sum.discounts,
    })
  }
  const perDriver = (await admin.call(reportsApi.driverEarnings, { query: { limit: 100 } })).rows
  expect(perDriver.length).toBeGreaterThan(0)
  for (const row of perDriver) {
    const sum = drivers.get(`${monthKey(row)} ${row.driver}`)!
    expect([row.total_rides, minor(row.driverShare)]).toEqual([sum.rides, sum.share])
  }
  expect(perDriver.reduce((all, row) => all + minor(row.driverShare), 0)).toBe(
    [...drivers.values()].reduce((all, sum) => all + sum.share, 0),
  )
}

describe('the reports equal the ledger [design/money-57]', () => {
  it('with trips, fees, corrections and collected debts, in months and zones; profit is fee minus discounts [reports-9] [design/money-32] [design/money-56]', async () => {
    const { timezone } = await city.server.app.settings.current()
    const [rider, driver, second] = [await city.person('rider'), await city.driver(), await city.driver()]
    const rides = []
    for (const who of [driver, driver, second]) rides.push(await paid(rider, who))
    const [first] = rides
    const booking = { bookingId: first!.id, rider: rider.id, driver: driver.id }
    const by = { actorId: null, currency: 'UYU' }
    const none = { fromPrepayments: 0, balance: 0, guaranteed: false }
    await db.transact((tx) => post(tx, [fareGivenBack({ ...booking, share: 300, fee: 40 })], by))
    const owed = chargeRider({ ...booking, ...none, kind: 'cancellation-fee', toDriver: 50_00, toRevenue: 0 })
    await db.transact((tx) => post(tx, owed, by))
    const corrected = { ...booking, bookingId: rides[1]!.id, ...none, kind: 'correction', toDriver: 11_00 } as const
    await db.transact((tx) => post(tx, chargeRider({ ...corrected, toRevenue: 2_00 }), by))
    await expectEqualToLedger(timezone)
    // pays the debts: what was pending is earned
    await credit(db, rider, 200)
    await expectEqualToLedger(timezone)
  })

  it('another zone: the sums are made again, and a posting of the last hour of a month changes its month [design/money-56]', async () => {
    const { driver, rider } = { driver: await city.driver(), rider: await city.person('rider') }
    const { settlementId } = await paid(rider, driver)
    // 1 March, 01:30 in UTC: still February in Montevideo
    await unlocked((tx) =>
      sql`update ledger_transactions set at = '2025-03-01T01:30:00Z' where id = ${settlementId}`.execute(tx),
    )
    const monthOf = async () => {
      const { rows } = await admin.call(reportsApi.driverEarnings, { query: { search: driver.name } })
      return rows.map(({ year, monthsName }) => `${monthsName} ${year}`)
    }
    expect(await monthOf()).toEqual(['February 2025'])
    const generation = async () => await db.request.selectFrom('earning_state').selectAll().executeTakeFirstOrThrow()
    const before = await generation()
    await city.server.app.settings.change({ timezone: 'UTC' }, null)
    await keepEarnings(city.server.app)
    expect(await generation()).toEqual({ id: 1, generation: before.generation + 1, timezone: 'UTC' })
    expect(await monthOf()).toEqual(['March 2025'])
    await expectEqualToLedger('UTC')
    await city.server.app.settings.change({ timezone: before.timezone }, null)
    await keepEarnings(city.server.app)
    await expectEqualToLedger(before.timezone)
  })

  it('counts each posting once when reports are asked for at the same time', async () => {
    const { timezone } = await city.server.app.settings.current()
    for (let i = 0; i < 3; i++) await paid(await city.person('rider'), await city.driver())
    await Promise.all([1, 2, 3].map(() => admin.call(reportsApi.earnings, { query: {} })))
    await expectEqualToLedger(timezone)
    const queued = await db.request.selectFrom('earning_queue').selectAll().execute()
    expect(queued).toEqual([])
  })
})

describe('the sums of a month [design/web-62]', () => {
  it('are those of all its rows on every page, by the same search and fleet', async () => {
    const rider = await city.person('rider')
    const [fleet, other] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const drivers = []
    for (let n = 0; n < 3; n++) drivers.push(await city.driver())
    const foreign = await city.driver()
    const rides = []
    for (const driver of [...drivers, drivers[0]!, foreign]) rides.push(await paid(rider, driver))
    // the reports take a booking's fleet when they add its posting
    await db.request.deleteFrom('earning_queue').execute()
    for (const [n, { id }] of rides.entries())
      await db.request
        .updateTable('bookings')
        .set({ fleetadmin: n < 4 ? fleet.id : other.id })
        .where('id', '=', id)
        .execute()
    await db.request
      .insertInto('earning_queue')
      .values(rides.map(({ settlementId }) => ({ transaction_id: settlementId })))
      .execute()
    const read = (who: TestActor, query: object = {}) =>
      who.call(reportsApi.driverEarnings, { query: { limit: 2, ...query } as never })
    const first = await read(fleet)
    const second = await read(fleet, { cursor: first.next ?? '' })
    const rows = [...first.rows, ...second.rows]
    expect(rows).toHaveLength(3)
    const share = rows.reduce((sum, row) => sum + minor(row.driverShare), 0)
    for (const { ofMonth } of rows)
      expect({ ...ofMonth, driverShare: minor(ofMonth.driverShare) }).toEqual({
        rows: 3,
        total_rides: 4,
        driverShare: share,
      })
    const [found] = (await read(fleet, { search: drivers[0]!.name })).rows
    expect(found?.ofMonth).toEqual({ rows: 1, total_rides: 2, driverShare: found?.driverShare })
    expect((await read(other)).rows[0]?.ofMonth).toMatchObject({ rows: 1, total_rides: 1 })
  })
})

describe('the order of the months of drivers', () => {
  it('is the month, newest or oldest first, and inside a month the name, on every page', async () => {
    const rider = await city.person('rider')
    const fleet = await city.person('fleetadmin')
    const names = ['Zoe', 'ana', 'Bea', 'Ana']
    const rides = []
    for (const name of names) {
      const driver = await city.driver()
      await db.request.updateTable('users').set({ first_name: name }).where('id', '=', driver.id).execute()
      for (const month of ['2026-03', '2026-04']) {
        const ride = await paid(rider, driver)
        await unlocked((tx) =>
          tx
            .updateTable('ledger_transactions')
            .set({ at: new Date(`${month}-10T12:00:00Z`) })
            .where('id', '=', ride.settlementId)
            .execute(),
        )
        rides.push(ride)
      }
    }
    // the reports take a booking's fleet when they add its posting
    await db.request.deleteFrom('earning_queue').execute()
    for (const { id } of rides)
      await db.request.updateTable('bookings').set({ fleetadmin: fleet.id }).where('id', '=', id).execute()
    await db.request
      .insertInto('earning_queue')
      .values(rides.map(({ settlementId }) => ({ transaction_id: settlementId })))
      .execute()
    const months = async (direction: 'asc' | 'desc') => {
      const shown: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const { rows, next }: Awaited<ReturnType<typeof page>> = await page(direction, cursor)
        shown.push(...rows.map(({ month, driverName }) => `${month} ${driverName.split(' ')[0]!.toLowerCase()}`))
        cursor = next
      }
      return shown
    }
    const page = (direction: 'asc' | 'desc', cursor: string) =>
      fleet.call(reportsApi.driverEarnings, {
        query: { limit: 3, sort: 'month', direction, ...(cursor === '' ? {} : { cursor }) },
      })
    const inside = (month: number) => ['ana', 'ana', 'bea', 'zoe'].map((name) => `${month} ${name}`)
    expect(await months('desc')).toEqual([...inside(4), ...inside(3)])
    expect(await months('asc')).toEqual([...inside(3), ...inside(4)])
  })
})

describe('the readers of the reports', () => {
  it('a row is of one fleet; a fleet admin sees the rows of their fleet, and no earning report [design/money-56]', async () => {
    const [fleet, foreign] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const driver = await city.driver()
    const rider = await city.person('rider')
    const [own, others] = [await paid(rider, driver), await paid(rider, driver)]
    // the reports take a booking's fleet when they add its posting
    await db.request.deleteFrom('earning_queue').execute()
    await db.request.updateTable('bookings').set({ fleetadmin: fleet.id }).where('id', '=', own.id).execute()
    await db.request.updateTable('bookings').set({ fleetadmin: foreign.id }).where('id', '=', others.id).execute()
    await db.request
      .insertInto('earning_queue')
      .values([own, others].map(({ settlementId }) => ({ transaction_id: settlementId })))
      .execute()
    const seen = async (who: TestActor) => (await who.call(reportsApi.driverEarnings, { query: {} })).rows
    expect((await seen(fleet)).map((row) => [row.driver, row.total_rides])).toEqual([[driver.id, 1]])
    expect((await seen(foreign)).map((row) => [row.driver, row.total_rides])).toEqual([[driver.id, 1]])
    expect(await seen(await city.person('fleetadmin'))).toEqual([])
    const { rows } = await admin.call(reportsApi.driverEarnings, { query: { search: driver.name } })
    expect(rows.map((row) => [row.driver, row.total_rides])).toEqual([
      [driver.id, 1],
      [driver.id, 1],
    ])
    // the vehicle number is that of the car now, for the fleet admin of the driver [backoffice-30]
    const change = { vehicle_number: 'NEW 0002', fleetadmin: fleet.id }
    await db.request.updateTable('users').set(change).where('id', '=', driver.id).execute()
    const plates = async (who: TestActor, search?: string) =>
      (await who.call(reportsApi.driverEarnings, { query: { search } })).rows.map((row) => row.driverVehicleNo)
    expect([await plates(fleet), await plates(foreign)]).toEqual([['NEW 0002'], [null]])
    expect([await plates(fleet, '0002'), await plates(foreign, '0002')]).toEqual([['NEW 0002'], []])
    expect(await plates(admin, '0002')).toEqual(['NEW 0002', 'NEW 0002'])
    const file = async ({ token }: TestActor) => {
      const url = `${city.server.url}/api/reports/driver-earnings/export?format=csv`
      return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text()
    }
    expect(await file(fleet)).toContain('NEW 0002')
    expect(await file(foreign)).not.toContain('NEW 0002')
    expect(await keyOf(fleet.call(reportsApi.earnings, { query: {} }))).toBe('forbidden')
    expect(await keyOf(driver.call(reportsApi.driverEarnings, { query: {} }))).toBe('forbidden')
  })

  it('see the months of a driver whose role has changed', async () => {
    const [rider, driver] = [await city.person('rider'), await city.driver()]
    await paid(rider, driver)
    const query = { search: driver.name }
    const before = (await admin.call(reportsApi.driverEarnings, { query })).rows
    expect(before.length).toBe(1)
    await sql`update users set usertype = 'rider' where id = ${driver.id}`.execute(db.request)
    expect((await admin.call(reportsApi.driverEarnings, { query })).rows).toEqual(before)
    await sql`update users set usertype = 'driver' where id = ${driver.id}`.execute(db.request)
  })

  it('a file has the names of months in its language [design/web-63]', async () => {
    const row = { id: newId(), lang_name: 'Español', lang_locale: 'es', date_locale: 'es-UY', is_default: false }
    await db.request
      .insertInto('languages')
      .values({ ...row, key_value_pairs: '{}', built_in_pairs: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await paid(await city.person('rider'), await city.driver())
    const months = async (language: string) => {
      const url = `${city.server.url}/api/reports/driver-earnings/export?format=csv&language=${language}`
      const reply = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })
      const lines = (await reply.text()).trim().split('\r\n').slice(1)
      return lines.map((line) => line.split(',')[1]!)
    }
    const nameIn = (locale: string) =>
      Array.from({ length: 12 }, (_, month) =>
        new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
      )
    const [spanish, english] = [await months('es'), await months('not a language')]
    expect(spanish.length).toBeGreaterThan(0)
    expect(spanish.filter((name) => !nameIn('es').includes(name.toLowerCase()))).toEqual([])
    expect(english.filter((name) => !nameIn('en').includes(name))).toEqual([])
  })

  it('files have the documented columns; demo mode makes none [reports-6] [reports-8]', async () => {
    const read = async (path: string) => {
      const reply = await fetch(city.server.url + path, { headers: { authorization: `Bearer ${admin.token}` } })
      return (await reply.text()).split('\r\n')[0]
    }
    expect(await read('/api/reports/driver-earnings/export?format=csv')).toBe(
      'Year,Month,Driver,Rides,Vehicle number,Driver share',
    )
    expect(await read('/api/reports/earnings/export?format=csv')).toBe(
      'Year,Month,Rides,Trip cost,Ride cost,Convenience fee,Discounts,Profit',
    )
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect(await read('/api/reports/earnings/export?format=csv')).toContain('demo_mode')
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })
})
