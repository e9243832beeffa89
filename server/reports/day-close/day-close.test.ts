import { addDays, dayAt } from '@remis/domain/kit/calendar-day'
import { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { refundFailed, refundToCard } from '@remis/domain/payments/payment-postings'
import { adminCredit, withdrawalAsked, withdrawalPaid } from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'
import { makePaidBooking } from '../../testing/make-booking.ts'
import { cityFor, keyOf } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { findDay } from '../../wallet/ledger/trial-balance.ts'
import { post } from '../../wallet/post.ts'
import { findRecords } from './day-close-store.ts'

const { city, database, db } = await cityFor(import.meta.url)
// ledger rows are moved into earlier days
database.expectBroken()

const dayMs = 86_400_000
const [admin, rider, driver] = [await city.person('admin'), await city.person('rider'), await city.driver()]

/** The day this many days ago, in the operator's zone. */
const ago = async (days: number): Promise<string> =>
  dayAt(Date.now() - days * dayMs, (await city.server.app.settings.current()).timezone)

/** Noon of a day in the operator's zone. */
const noonOf = async (day: string): Promise<Date> => {
  const { timezone } = await city.server.app.settings.current()
  const { rows } = await sql<{ at: number }>`
    select (${day}::date)::timestamp at time zone ${timezone} + interval '12 hours' as at`.execute(db.request)
  return new Date(rows[0]!.at)
}

const unlocked = (table: string, work: (tx: typeof db.request) => Promise<unknown>) =>
  db.request.transaction().execute(async (tx) => {
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await work(tx)
    await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })

/** A ride that was paid in cash on this day. */
const paidOn = async (day: string) => {
  const made = await makePaidBooking(
    db.request,
    { ...rider, role: 'rider', sessionId: '', token: '' },
    { ...driver, role: 'driver', sessionId: '', token: '' },
  )
  const at = await noonOf(day)
  await unlocked('ledger_transactions', (tx) =>
    sql`update ledger_transactions set at = ${at} where id = ${made.settlementId}`.execute(tx),
  )
  return made
}

const by = { actorId: null, currency: 'UYU' }
const read = async (day: string) => (await admin.call(dayCloseApi.day, { query: { day } })).day
const close = async (day: string) => (await admin.call(dayCloseApi.close, { body: { day } })).day
const m18 = async () => (await findBroken(db.lists)).find(({ invariant }) => invariant === 'M18')?.rows ?? []

describe('a day of the books [design/money-64] [reports-22]', () => {
  it('is closed in the time zone that the close began with [design/money-116]', async () => {
    const { failpoint, app } = city.server
    const { timezone } = await app.settings.current()
    const day = await ago(9)
    // Before the day, and in that day in Auckland.
    const { settlementId } = await paidOn(await ago(10))
    const stop = failpoint.pause('day-close.held')
    const closing = close(day)
    await stop.reached
    await app.settings.change({ timezone: 'Pacific/Auckland' }, null)
    stop.release()
    expect(await closing).toMatchObject({ day, timezone })
    expect(await m18()).toEqual([])
    await app.settings.change({ timezone }, null)
    // the next test closes the first day
    await unlocked('day_closes', (tx) => sql`delete from day_closes`.execute(tx))
    await unlocked('audit_log', (tx) => sql`delete from audit_log where action = 'day.close'`.execute(tx))
    await unlocked('ledger_transactions', (tx) =>
      sql`update ledger_transactions set at = clock_timestamp() where id = ${settlementId}`.execute(tx),
    )
  })

  it('is closed once, with totals that equal the ledger, and its row is never changed', async () => {
    const day = await ago(9)
    const [first, second] = [await paidOn(day), await paidOn(day)]
    const at = (await noonOf(day)).getTime()
    const [withdrawal, paidOut] = [newId(), 40_00]
    await db.request
      .insertInto('withdrawals')
      .values({
        id: withdrawal,
        user_id: driver.id,
        amount: paidOut,
        currency: 'UYU',
        processed_at: new Date(at),
        settled_by: admin.id,
      })
      .execute()
    const moved = [
      adminCredit(driver.id, 100_00),
      adminCredit(driver.id, 25_00, true),
      withdrawalAsked(driver.id, paidOut, withdrawal),
      withdrawalPaid(paidOut, withdrawal),
    ]
    await db.transact((tx) => post(tx, moved, { ...by, at }))
    const open = await admin.call(dayCloseApi.open, {})
    expect(open).toMatchObject({ first: true, next: day, count: 9, today: await ago(0) })
    expect(open.days).toEqual(await Promise.all([9, 8, 7, 6, 5, 4, 3, 2, 1].map(ago)))

    const before = await read(day)
    expect(before).toMatchObject({ state: 'next', closed: null, differences: [] })
    const closed = await close(day)
    expect(closed).toMatchObject({ state: 'closed', closed: { by: admin.name } })
    expect(closed.trips).toEqual(before.trips)
    const cost = (first.cost + second.cost) / 100
    expect(closed.trips).toMatchObject({ rides: 2, tripCost: cost, cashWithDrivers: cost, cashInOffice: 0, card: 0 })
    expect(closed.trips.driverShare + closed.trips.convenienceFee).toBeCloseTo(cost)
    expect(closed.moves).toMatchObject({
      credits: 125,
      creditsInCash: 25,
      withdrawalsRequested: 40,
      payouts: 40,
      topUps: 0,
    })
    const bank = closed.accounts.find(({ account }) => account === 'bank')
    expect(bank).toMatchObject({ opening: 0, credit: 40, debit: 0, closing: 40 })
    for (const part of ['opening', 'closing'] as const)
      expect(closed.accounts.reduce((sum, row) => sum + Math.round(row[part] * 100), 0)).toBe(0)

    // again: the same close, one row
    expect(await close(day)).toEqual(closed)
    const audited = await db.request
      .selectFrom('audit_log')
      .select('subject')
      .where('action', '=', 'day.close')
      .execute()
    expect(audited).toEqual([{ subject: `day:${day}` }])
    await expect(sql`update day_closes set currency = 'EUR'`.execute(db.request)).rejects.toThrow('append only')
    await expect(sql`delete from day_closes`.execute(db.request)).rejects.toThrow('append only')
    const { rows } = await admin.call(dayCloseApi.list, { query: {} })
    expect(rows).toMatchObject([{ day, rides: 2, tripCost: cost, payouts: 40, hash: closed.closed?.hash }])
    expect(await m18()).toEqual([])
  })

  it('follows the day before it, and is over', async () => {
    expect(await keyOf(close(await ago(0)))).toBe('day_not_over')
    const refused = await close(await ago(6)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ key: 'day_out_of_order', extra: { next: await ago(8) } })
    expect((await read(await ago(6))).state).toBe('later')
    expect((await read(await ago(0))).state).toBe('running')
    expect((await read(await ago(20))).state).toBe('early')
  })

  it('is refused with the difference while records and ledger differ', async () => {
    const day = await ago(8)
    const made = await paidOn(day)
    const change = (by: number) =>
      sql`update bookings set cash_payment_amount = cash_payment_amount + ${by} where id = ${made.id}`.execute(
        db.request,
      )
    await change(100)
    const refused = await close(day).catch((error: unknown) => error)
    expect(refused).toMatchObject({ key: 'day_differs' })
    const [difference] = (await read(day)).differences
    expect(difference?.check).toBe('cashWithDrivers')
    expect(difference!.recorded - difference!.posted).toBeCloseTo(1)
    expect(refused).toMatchObject({ extra: { differences: [difference] } })
    await change(-100)
    expect((await close(day)).state).toBe('closed')
    expect(await m18()).toEqual([])
  })

  it('a fact of a closed day that is posted late belongs to the day it is posted on', async () => {
    const day = await ago(8)
    const at = (await noonOf(day)).getTime()
    const begun = Date.now() - 5000
    const [id] = await db.transact((tx) => post(tx, [adminCredit(rider.id, 7_00)], { ...by, at }))
    const row = await db.request.selectFrom('ledger_transactions').select('at').where('id', '=', id!).executeTakeFirst()
    expect(row!.at).toBeGreaterThan(begun)
    expect((await read(day)).moves.credits).toBe(0)
    expect(await m18()).toEqual([])
  })

  it('a late posting leaves the closed day also where the clock is behind its end', async () => {
    const ahead = Date.now() + 60_000
    await expect(
      db.transact(async (tx) => {
        await sql`insert into day_closes (day, since, until, timezone, currency, recorded, postings, opening, closing,
            closed_by, closed_at, hash)
          select day + 300, until, to_timestamp(${ahead} / 1000.0), timezone, currency, recorded, postings, opening,
            closing, closed_by, to_timestamp(${ahead} / 1000.0), hash
          from day_closes order by day desc limit 1`.execute(tx)
        const [id] = await post(tx, [adminCredit(rider.id, 7_00)], by)
        const row = await tx.selectFrom('ledger_transactions').select('at').where('id', '=', id!).executeTakeFirst()
        expect(row!.at).toBe(ahead)
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
  })

  it('a day begins with the first of two midnights, in the database as in Node [design/data-113]', async () => {
    const zones = ['Atlantic/Azores', 'America/Havana', 'Asia/Beirut', 'America/Montevideo', 'Australia/Lord_Howe']
    const days = Array.from({ length: 366 }, (_, n) => addDays('2026-01-01', n))
    const { rows } = await sql<{ zone: string; day: string; at: number }>`
      select zone, day, start_of_day(day::date, zone) as at
      from unnest(${zones}::text[]) zone, unnest(${days}::text[]) day`.execute(db.lists)
    expect(rows).toHaveLength(zones.length * days.length)
    const wrong = rows.filter(
      ({ zone, day, at }) => dayAt(at, zone) !== day || dayAt(at - 1, zone) !== addDays(day, -1),
    )
    expect(wrong).toEqual([])
    const { since, until } = await findDay(db.lists, '2026-10-25', 'Atlantic/Azores')
    expect([since, until]).toEqual([Date.UTC(2026, 9, 25, 0), Date.UTC(2026, 9, 26, 1)])
  })

  it('waits for postings that are not committed', async () => {
    const day = await ago(7)
    const at = (await noonOf(day)).getTime()
    let commit = (): void => undefined
    const held = new Promise<void>((resolve) => (commit = resolve))
    let written = (): void => undefined
    const begun = new Promise<void>((resolve) => (written = resolve))
    const posting = db.transact(async (tx) => {
      await post(tx, [adminCredit(rider.id, 3_00)], { ...by, at })
      written()
      await held
    })
    await begun
    let ended = false
    const closing = close(day).finally(() => (ended = true))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(ended).toBe(false)
    commit()
    await posting
    expect((await closing).moves.credits).toBe(3)
  })

  it('a change of a closed day is found by verify [invariants-M18]', async () => {
    expect(await m18()).toEqual([])
    const [first, second] = [await ago(9), await ago(8)]
    const broken = async (change: ReturnType<typeof sql>) => {
      let found: readonly string[] = []
      class Undo extends Error {}
      await db
        .transact(async (tx) => {
          for (const table of ['day_closes', 'ledger_transactions'])
            await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
          await change.execute(tx)
          found = (await findBroken(tx)).find(({ invariant }) => invariant === 'M18')?.rows ?? []
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      return found
    }
    // the hash chain: a changed row, and those behind it
    expect(await broken(sql`update day_closes set currency = 'EUR' where day = ${first}`)).toEqual([first])
    expect(await broken(sql`update day_closes set hash = 'x' where day = ${first}`)).toEqual([first, second])
    // a posting that was moved out of its day
    expect(
      await broken(sql`update ledger_transactions set at = at + interval '1 day' where kind = 'settlement'
        and at < (select until from day_closes where day = ${first})`),
    ).toEqual(expect.arrayContaining([first, second]))
  })

  it('after a change of the time zone the next day begins where the last one ended', async () => {
    const last = await read(await ago(7))
    const { timezone } = await city.server.app.settings.current()
    await city.server.app.settings.change({ timezone: 'Pacific/Auckland' }, null)
    const { next } = await admin.call(dayCloseApi.open, {})
    const day = await close(next!)
    expect(day.since).toBe(last.until)
    expect(day.until).toBeGreaterThan(day.since)
    await city.server.app.settings.change({ timezone }, null)
    const following = await close((await admin.call(dayCloseApi.open, {})).next!)
    expect(following.since).toBe(day.until)
    expect(await m18()).toEqual([])
  })
})

describe('who closes days', () => {
  it('admins only, and no one in demo mode', async () => {
    const day = await ago(1)
    for (const role of ['rider', 'fleetadmin'] as const) {
      const who = await city.person(role)
      expect(await keyOf(who.call(dayCloseApi.day, { query: { day } }))).toBe('forbidden')
      expect(await keyOf(who.call(dayCloseApi.close, { body: { day } }))).toBe('forbidden')
    }
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect(await keyOf(close(day))).toBe('demo_mode')
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('the file has the totals and the accounts', async () => {
    const reply = await fetch(`${city.server.url}/api/days/export?format=csv&day=${await ago(9)}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const lines = (await reply.text()).split('\r\n')
    expect(lines[0]).toBe('Day,Part,Line,Amount,Opening balance,Credit,Debit,Closing balance')
    expect(lines).toContain(`${await ago(9)},Other postings,Withdrawal paid out,40,,,,`)
    expect(lines).toContain(`${await ago(9)},Accounts,Bank,,0,40,0,40`)
  })
})

it('adds up the refunds of a day, not those that failed later', async () => {
  const at = Date.now() - 60_000
  const [topUp, refund, payment] = [newId(), newId(), `RP${'0'.repeat(26)}`]
  const common = { amount: 70_00, currency: 'UYU' }
  await db.request
    .insertInto('top_ups')
    .values({ id: topUp, user_id: rider.id, ...common })
    .execute()
  await sql`insert into payments (id, purpose, top_up_id, user_id, provider, amount, currency, description, return_key_hash,
      status, use, provider_payment_id, paid_at)
    values (${payment}, 'wallet_topup', ${topUp}, ${rider.id}, 'stripe', 7000, 'UYU', 'Top-up', '',
      'PAID', 'unapplied', 'p', clock_timestamp())`.execute(db.request)
  await sql`insert into refunds (id, payment_id, key, amount, currency, reason)
    values (${refund}, ${payment}, 'key', 7000, 'UYU', 'test')`.execute(db.request)
  const facts = { bookingId: null, holder: topUp, provider: 'stripe', amount: 70_00, reference: refund }
  await db.transact((tx) => post(tx, [refundToCard(facts), refundFailed(facts, rider.id)], { ...by, at }))
  expect(await findRecords(db.lists, { since: at - 1, until: at + 1 })).toMatchObject({ refunds: 70_00, payouts: 0 })
})
