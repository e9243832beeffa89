import { dayAndTime, dayAt } from '@remis/domain/kit/calendar-day'
import { seeded } from '@remis/domain/testing/seeded'
import { statementParts } from '@remis/domain/reports/statement'
import { reportsApi } from '@remis/domain/reports/reports-api'
import { statementsApi, type Statement } from '@remis/domain/reports/statements-api'
import { ledgerApi } from '@remis/domain/wallet/ledger-api'
import {
  adminCredit,
  chargeRider,
  fareGivenBack,
  referralBonus,
  withdrawalAsked,
  withdrawalPaid,
  withdrawalRejected,
} from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePaidBooking } from '../../testing/make-booking.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { keyOf, openCity, type City, type TestActor } from '../../testing/test-city.ts'
import { post } from '../../wallet/post.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
// postings of the past, and withdrawals without their rows
database.expectBroken()

const dayMs = 86_400_000
const days = 40
let city: City
let admin: TestActor
let fleets: readonly TestActor[]
let drivers: readonly TestActor[]
let riders: readonly TestActor[]
let timezone: string

/** Whole numbers below `n` from a seed. */
const drawFrom = (seed: number) => {
  const random = seeded(seed)
  return (n: number): number => Math.floor(random() * n)
}

const by = { actorId: null, currency: 'UYU' }

/** Random trips, fees, corrections, credits, bonuses and withdrawals over `days` days. */
const makeMonth = async (seed: number): Promise<void> => {
  const draw = drawFrom(seed)
  const now = Date.now()
  for (let i = 0; i < 60; i++) {
    const driver = drivers[draw(drivers.length)]!
    const rider = riders[draw(riders.length)]!
    const at = now - draw(days * dayMs) - 60_000
    const amount = 100 * (1 + draw(90))
    const id = newId()
    const put = (...postings: Parameters<typeof post>[1]) => db.transact((tx) => post(tx, postings, { ...by, at }))
    const made = async () => {
      const ride = await makePaidBooking(
        db.request,
        { ...rider, role: 'rider', sessionId: '', token: '' },
        { ...driver, role: 'driver', sessionId: '', token: '' },
      )
      await db.request.transaction().execute(async (tx) => {
        await sql`alter table ledger_transactions disable trigger user`.execute(tx)
        await sql`update ledger_transactions set at = ${new Date(at)} where id = ${ride.settlementId}`.execute(tx)
        await sql`alter table ledger_transactions enable trigger user`.execute(tx)
      })
      const fleet = fleets[draw(fleets.length)]!.id
      await db.request.updateTable('bookings').set({ fleetadmin: fleet }).where('id', '=', ride.id).execute()
      return { bookingId: ride.id, rider: rider.id, driver: driver.id }
    }
    switch (draw(7)) {
      case 0:
        await put(adminCredit(driver.id, amount))
        break
      case 1:
        await put(adminCredit(rider.id, amount))
        break
      case 2:
        await put(withdrawalAsked(driver.id, amount, id), withdrawalPaid(amount, id))
        break
      case 3:
        await put(withdrawalAsked(driver.id, amount, id), withdrawalRejected(driver.id, amount, id))
        break
      case 4:
        await put(fareGivenBack({ ...(await made()), share: amount, fee: 10 }))
        break
      case 5:
        await put(
          ...chargeRider({
            ...(await made()),
            kind: 'cancellation-fee',
            toDriver: amount,
            toRevenue: 0,
            fromPrepayments: 0,
            balance: 0,
            guaranteed: draw(2) === 0,
          }),
        )
        break
      default:
        await made()
        if (draw(4) === 0) await put(referralBonus(driver.id, amount, id))
    }
  }
}

beforeAll(async () => {
  city = await openCity(database)
  admin = await city.person('admin')
  fleets = [await city.person('fleetadmin'), await city.person('fleetadmin')]
  drivers = await Promise.all([1, 2, 3, 4, 5].map(() => city.driver()))
  riders = [await city.person('rider'), await city.person('rider')]
  for (const [index, driver] of drivers.slice(0, 4).entries())
    await db.request
      .updateTable('users')
      .set({ fleetadmin: fleets[index % 2]!.id })
      .where('id', '=', driver.id)
      .execute()
  timezone = (await city.server.app.settings.current()).timezone
  await makeMonth(20_261_123)
})

const ago = (n: number): string => dayAt(Date.now() - n * dayMs, timezone)
const minor = (major: number): number => Math.round(major * 100)
const statementOf = async (who: TestActor, { id }: { readonly id: string }, from: string, until: string) =>
  (await who.call(statementsApi.of, { params: { id }, query: { from, until } })).statement

const expectSound = ({ of, totals, lines }: Statement): void => {
  const parts = statementParts.reduce((sum, part) => sum + minor(totals[part]), 0)
  expect(minor(totals.opening!) + parts).toBe(minor(totals.closing!))
  if (of.usertype === 'fleetadmin') return
  let balance = minor(totals.opening!)
  for (const line of lines) {
    balance += minor(line.amount)
    expect(minor(line.balance!)).toBe(balance)
    if (line.kind === 'settlement') {
      expect(minor(line.share!) + minor(line.cash!)).toBe(minor(line.amount))
      expect(minor(line.tripCost!) - minor(line.convenienceFee!)).toBe(minor(line.share!))
    }
  }
  expect(balance).toBe(minor(totals.closing!))
}

/** The wallet of a person at the end of a day, from every row of the ledger. */
const walletAt = async (holders: readonly TestActor[], until: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(e.amount), 0)::bigint as total from ledger_entries e
    join ledger_transactions t on t.id = e.transaction_id
    where e.account = 'wallet' and e.holder = any(${holders.map(({ id }) => id)}::text[])
      and (t.at at time zone ${timezone})::date <= ${until}::date`.execute(db.request)
  return rows[0]!.total
}

describe('statements [design/money-65]', () => {
  it('those of all drivers, the riders and the company add up to the trial balance, for any period', async () => {
    for (const [from, until] of [
      [40, 0],
      [30, 20],
      [19, 19],
      [12, 6],
      [1, 0],
    ] as const) {
      const [first, last] = [ago(from), ago(until)]
      const statements = await Promise.all(drivers.map((driver) => statementOf(admin, driver, first, last)))
      for (const [index, statement] of statements.entries()) {
        expectSound(statement)
        expect(minor(statement.totals.closing!)).toBe(await walletAt([drivers[index]!], last))
      }
      const ofFleets = await Promise.all(fleets.map((fleet) => statementOf(admin, fleet, first, last)))
      for (const statement of ofFleets) expectSound(statement)
      const sum = (all: readonly Statement[], part: 'opening' | 'closing' | 'shares' | 'tripCost') =>
        all.reduce((total, { totals }) => total + minor(totals[part]!), 0)
      // fleets and the driver without one are all drivers, and every trip was made for a fleet
      for (const part of ['opening', 'closing'] as const)
        expect(sum([...ofFleets, statements[4]!], part)).toBe(sum(statements, part))
      for (const part of ['shares', 'tripCost'] as const) expect(sum(ofFleets, part)).toBe(sum(statements, part))
      const { rows, sum: all } = await admin.call(ledgerApi.balances, { query: { day: last } })
      const wallets = rows.find(({ account }) => account === 'wallet')!
      const company = rows.filter(({ account }) => account !== 'wallet')
      const riderWallets = await walletAt(riders, last)
      expect(sum(statements, 'closing') + riderWallets).toBe(minor(wallets.closing))
      expect(
        sum(statements, 'closing') + riderWallets + company.reduce((total, { closing }) => total + minor(closing), 0),
      ).toBe(0)
      expect(all).toBe(0)
    }
  })

  it('a closing balance is the opening balance of the next period', async () => {
    for (const driver of drivers) {
      const before = await statementOf(admin, driver, ago(40), ago(15))
      const after = await statementOf(admin, driver, ago(14), ago(0))
      expect(after.totals.opening).toBe(before.totals.closing)
      const wallet = await db.request
        .selectFrom('wallets')
        .select('balance')
        .where('user_id', '=', driver.id)
        .executeTakeFirst()
      expect(minor(after.totals.closing!)).toBe(wallet?.balance ?? 0)
    }
  })

  it('shows the first 2,000 lines; the file has all [design/money-66]', async () => {
    const driver = await city.driver()
    const many = Array.from({ length: 2001 }, () => adminCredit(driver.id, 1_00))
    await db.transact((tx) => post(tx, many, by))
    const { lines, more, totals } = await statementOf(admin, driver, ago(0), ago(0))
    expect([lines.length, more, totals.credits]).toEqual([2000, true, 2001])
    const path = `/api/people/${driver.id}/statement/export?format=csv&from=${ago(0)}&until=${ago(0)}`
    const file = await fetch(city.server.url + path, { headers: { authorization: `Bearer ${admin.token}` } })
    expect((await file.text()).trim().split('\r\n')).toHaveLength(1 + 2001)
  })

  it('refuses a period out of order or above a year', async () => {
    const [driver] = drivers
    expect(await keyOf(statementOf(admin, driver!, ago(1), ago(2)))).toBe('statement_period_order')
    expect(await keyOf(statementOf(admin, driver!, '2020-01-01', '2021-01-01'))).toBe('statement_period_long')
    expect(await keyOf(statementOf(admin, driver!, '2019-01-01', '2020-01-01'))).toBe('ok')
  })
})

describe('the readers of a statement', () => {
  it('drivers see their own, fleet admins the statements of their drivers and their fleet, admins all [reports-21]', async () => {
    const [fleet, foreign] = [fleets[0]!, fleets[1]!]
    const [driver, others] = [drivers[0]!, drivers[1]!]
    const query = { from: ago(40), until: ago(0) }
    const own = (await driver.call(statementsApi.own, { query })).statement
    expect(own.of.id).toBe(driver.id)
    expect(own.totals).toEqual((await statementOf(admin, driver, query.from, query.until)).totals)
    const ofFleet = (await fleet.call(statementsApi.own, { query })).statement
    const current = ofFleet.drivers.filter((one) => one.current).map(({ id }) => id)
    expect(current.toSorted()).toEqual([drivers[0]!.id, drivers[2]!.id].toSorted())
    expect(await keyOf(statementOf(fleet, driver, query.from, query.until))).toBe('ok')
    for (const stranger of [others, foreign, fleet])
      expect(await keyOf(statementOf(fleet, stranger, query.from, query.until))).toBe('not_found')
    expect(await keyOf(statementOf(admin, riders[0]!, query.from, query.until))).toBe('not_found')
    expect(await keyOf(riders[0]!.call(statementsApi.own, { query }))).toBe('forbidden')
    expect(await keyOf(statementOf(driver, driver, query.from, query.until))).toBe('forbidden')
  })

  it('a fleet admin sees the postings of bookings for their fleet, no other amount and no balance [backoffice-30] [design/people-10]', async () => {
    const [fleet, driver] = [fleets[0]!, drivers[0]!]
    const [from, until] = [ago(20), ago(0)]
    const seen = await statementOf(fleet, driver, from, until)
    const all = await statementOf(admin, driver, from, until)
    const rows = await db.request.selectFrom('bookings').select(['id', 'fleetadmin']).execute()
    const own = new Set(rows.filter(({ fleetadmin }) => fleetadmin === fleet.id).map(({ id }) => id))
    const ownLines = all.lines.filter(({ bookingId }) => bookingId !== null && own.has(bookingId))
    expect(ownLines.length).toBeGreaterThan(0)
    expect(ownLines.length).toBeLessThan(all.lines.length)
    expect(seen.lines).toEqual(ownLines.map((line) => ({ ...line, balance: null })))
    const parts = statementParts.reduce((sum, part) => sum + minor(seen.totals[part]), 0)
    expect(parts).toBe(ownLines.reduce((sum, { amount }) => sum + minor(amount), 0))
    const trips = ownLines.filter(({ tripCost }) => tripCost !== null)
    expect(seen.totals).toMatchObject({ opening: null, closing: null, credits: 0, payouts: 0, rides: trips.length })
    expect(trips.reduce((sum, line) => sum + minor(line.tripCost!), 0)).toBe(minor(seen.totals.tripCost))
    const ofFleet = (await fleet.call(statementsApi.own, { query: { from, until } })).statement
    const { id: _id, name: _name, current: _current, ...sums } = ofFleet.drivers.find(({ id }) => id === driver.id)!
    expect(sums).toEqual(seen.totals)
    expect(ofFleet.totals).toMatchObject({ opening: null, closing: null })
  })

  it('a driver who changed fleets appears in both statements, each with its own trips [design/money-91]', async () => {
    const [before, after] = [await city.person('fleetadmin'), await city.person('fleetadmin')]
    const driver = await city.driver()
    const rider = await city.person('rider')
    const move = (fleet: TestActor) =>
      db.request.updateTable('users').set({ fleetadmin: fleet.id }).where('id', '=', driver.id).execute()
    const rides = async (fleet: TestActor, count: number) => {
      await move(fleet)
      for (let i = 0; i < count; i++) {
        const { id } = await makePaidBooking(
          db.request,
          { ...rider, role: 'rider', sessionId: '', token: '' },
          { ...driver, role: 'driver', sessionId: '', token: '' },
        )
        await db.request.updateTable('bookings').set({ fleetadmin: fleet.id }).where('id', '=', id).execute()
      }
    }
    await rides(before, 2)
    await rides(after, 1)
    const [from, until] = [`${ago(0).slice(0, 7)}-01`, ago(0)]
    const whole = await statementOf(admin, driver, from, until)
    for (const [fleet, count, current] of [
      [before, 2, false],
      [after, 1, true],
    ] as const) {
      const seen = (await fleet.call(statementsApi.own, { query: { from, until } })).statement
      const all = await statementOf(admin, fleet, from, until)
      const { rows } = await fleet.call(reportsApi.driverEarnings, { query: { period: 'this_month' } })
      const [earned] = rows
      for (const { drivers: listed, totals } of [seen, all]) {
        expect(listed).toMatchObject([{ id: driver.id, current, rides: count, shares: earned!.driverShare }])
        expect(totals).toMatchObject({ rides: count, shares: earned!.driverShare })
      }
      expectSound(all)
      expect(all.totals.closing).toBe(current ? whole.totals.closing : 0)
      expect(seen.totals).toMatchObject({ opening: null, closing: null, others: 0 })
    }
    // a period without a trip for the fleet
    expect((await statementOf(admin, before, ago(60), ago(50))).drivers).toEqual([])
  })

  it('rides that a driver took as a rider before are in Other, and no fleet admin sees them [design/money-114]', async () => {
    const [fleet, other, person] = [await city.person('fleetadmin'), await city.driver(), await city.person('rider')]
    const taken = await makePaidBooking(
      db.request,
      { ...person, role: 'rider', sessionId: '', token: '' },
      { ...other, role: 'driver', sessionId: '', token: '' },
    )
    await db.request.updateTable('bookings').set({ fleetadmin: fleet.id }).where('id', '=', taken.id).execute()
    // what the fare did not need of a hold
    await sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
      values (${taken.settlementId}, 'wallet', ${person.id}, 5000, 'UYU'), (${taken.settlementId}, 'prepayments', ${taken.id}, -5000, 'UYU')`.execute(
      db.request,
    )
    const change = { usertype: 'driver' as const, fleetadmin: fleet.id }
    await db.request.updateTable('users').set(change).where('id', '=', person.id).execute()
    const statement = await statementOf(admin, person, ago(1), ago(0))
    expect(statement.totals).toMatchObject({ rides: 0, shares: 0, others: 50, closing: 50 })
    expect(statement.lines).toMatchObject([{ kind: 'settlement', tripCost: null, share: null, amount: 50 }])
    const seen = await statementOf(fleet, person, ago(1), ago(0))
    expect(seen.totals).toMatchObject({ rides: 0, shares: 0, others: 0 })
    expect(seen.lines).toEqual([])
  })

  it('the file of a driver has the lines, that of a fleet the drivers', async () => {
    const read = async (who: TestActor, path: string) => {
      const reply = await fetch(`${city.server.url}${path}?format=csv&from=${ago(40)}&until=${ago(0)}`, {
        headers: { authorization: `Bearer ${who.token}` },
      })
      return (await reply.text()).trim().split('\r\n')
    }
    const [driver, fleet] = [drivers[0]!, fleets[0]!]
    const { lines } = await statementOf(admin, driver, ago(40), ago(0))
    const file = await read(driver, '/api/statement/export')
    expect(file[0]).toBe(
      'Time,Posting,Booking,Trip cost,Convenience fee,Driver share,Cash collected,Amount,Balance,Posting ID',
    )
    expect(file.length - 1).toBe(lines.length)
    expect(file[1]).toContain(dayAndTime(lines[0]!.at, timezone))
    const ofFleet = await read(admin, `/api/people/${fleet.id}/statement/export`)
    expect(ofFleet[0]).toContain('Driver,Opening balance,Rides,Trip cost')
    const { drivers: listed } = await statementOf(admin, fleet, ago(40), ago(0))
    expect(ofFleet.length - 1).toBe(listed.length)
    // a fleet admin's file has no balance
    const [ownHead] = await read(fleet, '/api/statement/export')
    expect(ownHead).toContain('Driver,Rides,Trip cost')
    const [driverHead] = await read(fleet, `/api/people/${driver.id}/statement/export`)
    expect(`${ownHead} ${driverHead}`).not.toMatch(/balance/i)
    // the owner of the statement [design/access-117]
    const audited = db.request.selectFrom('audit_log').select('data').where('action', '=', 'statement.export')
    const rows = await audited.where('actor_id', 'in', [admin.id, fleet.id]).orderBy('id', 'desc').limit(3).execute()
    expect(rows.map(({ data }) => data)).toMatchObject([{ of: driver.id }, { of: fleet.id }, { of: fleet.id }])
  })
})
