import { dayAt } from '@remis/domain/kit/calendar-day'
import { ledgerApi, type PostingView } from '@remis/domain/wallet/ledger-api'
import {
  adminCredit,
  chargeRider,
  debtCollected,
  topUp,
  withdrawalAsked,
  withdrawalPaid,
} from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { v7 as newId } from 'uuid'
import { makePaidBooking, type MadeBooking } from '../../testing/make-booking.ts'
import { cityFor, keyOf } from '../../testing/test-city.ts'
import { watchStatements } from '../../testing/large-city/watch-statements.ts'
import { post } from '../post.ts'
import { postings } from './posting-store.ts'
import type { AccountAmounts } from '@remis/domain/wallet/trial-balance'
import { findBalances } from './trial-balance.ts'

const { city, database, db } = await cityFor(import.meta.url)
// withdrawals and top-ups without their rows, postings of the past
database.expectBroken()

const dayMs = 86_400_000
const [admin, rider, driver] = [await city.person('admin'), await city.person('rider'), await city.driver()]
let ride: MadeBooking
let timezone: string

const put = (at: number, ...postings: Parameters<typeof post>[1]) =>
  db.transact((tx) => post(tx, postings, { actorId: admin.id, currency: 'UYU', at }))

beforeAll(async () => {
  timezone = (await city.server.app.settings.current()).timezone
  ride = await makePaidBooking(
    db.request,
    { ...rider, role: 'rider', sessionId: '', token: '' },
    { ...driver, role: 'driver', sessionId: '', token: '' },
  )
  const now = Date.now()
  const id = newId()
  await put(now - 5 * dayMs, adminCredit(driver.id, 100_00), topUp(rider.id, 'test', 30_00, newId()))
  await put(now - 3 * dayMs, withdrawalAsked(driver.id, 60_00, id), withdrawalPaid(60_00, id))
  await put(
    now - 2 * dayMs,
    ...chargeRider({
      kind: 'cancellation-fee',
      bookingId: ride.id,
      rider: rider.id,
      driver: driver.id,
      toDriver: 80_00,
      toRevenue: 0,
      fromPrepayments: 0,
      balance: 30_00,
      guaranteed: false,
    }),
  )
})

const isSum = ({ text }: { readonly text: string }) => text.includes('join ledger_entries')
const batchMs = 31 * dayMs
/** Number of batches until `at`, if the first posting was `firstDaysAgo` days ago. */
const batchesUntil = (at: number, firstDaysAgo: number) => Math.ceil((at - Date.now() + firstDaysAgo * dayMs) / batchMs)

type Query = Parameters<typeof admin.call<typeof ledgerApi.postings>>[1]['query']
const list = async (query: Query = {}): Promise<PostingView[]> => {
  const { rows } = await admin.call(ledgerApi.postings, { query })
  return rows
}
const ago = (days: number) => dayAt(Date.now() - days * dayMs, timezone)
const minor = (major: number) => Math.round(major * 100)

describe('the trial balance [design/money-62] [reports-20]', () => {
  it('of any day sums to zero and equals every entry up to its end', async () => {
    for (const days of [10, 5, 4, 3, 2, 1, 0]) {
      const { rows, sum, entries } = await admin.call(ledgerApi.balances, { query: { day: ago(days) } })
      expect([sum, entries.credit + entries.debit]).toEqual([0, 0])
      const postings = await list({ until: ago(days), limit: 100 })
      for (const row of rows) {
        const all = postings.flatMap((posting) => posting.entries).filter(({ account }) => account === row.account)
        expect(minor(row.closing)).toBe(all.reduce((total, { amount }) => total + minor(amount), 0))
        expect(minor(row.opening) + minor(row.credit) + minor(row.debit)).toBe(minor(row.closing))
      }
    }
    const bank = (await admin.call(ledgerApi.balances, { query: {} })).rows.find(({ account }) => account === 'bank')
    expect(bank).toMatchObject({ opening: 60, credit: 0, debit: 0, closing: 60 })
  })

  it('adds up the postings once for all who ask for a moment [design/money-100]', async () => {
    const [older, newer] = [Date.now() - 3 * dayMs, Date.now() - dayMs]
    const moments = [newer, newer, older, newer]
    let found: unknown[] = []
    const statements = await watchStatements(async () => {
      const asked = await db.transact(async (tx) => {
        await sql`lock table ledger_entries in access exclusive mode`.execute(tx)
        const reads = Promise.all(moments.map((at) => findBalances(db, at)))
        await vi.waitUntil(async () => {
          const { rows } = await sql`select from pg_locks where not granted
            and relation = 'ledger_entries'::regclass`.execute(db.jobs)
          return rows.length > 0
        })
        // the other three, which were sent at the same time, know by now that no day is closed
        await new Promise((resolve) => setTimeout(resolve, 200))
        return { reads }
      })
      found = await asked.reads
    })
    expect(statements.filter(isSum)).toHaveLength(batchesUntil(older, 5) + batchesUntil(newer, 5))
    const [one, two] = [await findBalances(db, newer), await findBalances(db, older)]
    expect(one).not.toEqual(two)
    expect(found).toEqual([one, one, two, one])
  })

  it('shows the balances of wallets and debts with their owners [design/money-60]', async () => {
    const accounts = async (account?: 'wallet' | 'receivable' | 'pending-fees', search?: string) =>
      (await admin.call(ledgerApi.accounts, { query: { ...(account && { account }), ...(search && { search }) } })).rows
    const { balance } = await db.request
      .selectFrom('wallets')
      .select('balance')
      .where('user_id', '=', driver.id)
      .executeTakeFirstOrThrow()
    expect(await accounts(undefined, driver.name)).toMatchObject([
      { id: driver.id, account: 'wallet', name: driver.name, usertype: 'driver', balance: balance / 100 },
    ])
    expect(await accounts('receivable')).toMatchObject([{ id: rider.id, balance: -50 }])
    expect(await accounts('pending-fees')).toMatchObject([{ id: driver.id, balance: 50 }])
  })
})

describe('postings [design/money-61] [reports-20]', () => {
  it('are shown with all entries, which sum to zero, newest first', async () => {
    const rows = await list()
    expect(rows.length).toBe(7)
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a))
    for (const { entries } of rows) expect(entries.reduce((sum, { amount }) => sum + minor(amount), 0)).toBe(0)
    const credit = rows.find(({ kind }) => kind === 'admin-credit')
    expect(credit).toMatchObject({ amount: 100, by: { id: admin.id, name: admin.name }, bookingId: null })
    expect(credit?.entries).toEqual([
      { account: 'admin-adjustments', holder: null, name: null, amount: -100 },
      { account: 'wallet', holder: driver.id, name: driver.name, amount: 100 },
    ])
  })

  it('are found by account, person, kind, booking, posting and day', async () => {
    const kinds = async (query: Query) => (await list(query)).map(({ kind }) => kind).toSorted()
    expect(await kinds({ account: 'bank' })).toEqual(['withdrawal-paid'])
    expect(await kinds({ kind: 'top-up' })).toEqual(['top-up'])
    expect(await kinds({ person: rider.id })).toEqual(['cancellation-fee', 'debt', 'top-up'])
    expect(await kinds({ person: rider.id, account: 'receivable' })).toEqual(['debt'])
    expect(await kinds({ booking: ride.id })).toEqual(['cancellation-fee', 'debt', 'settlement'])
    expect(await kinds({ search: ride.id.toLowerCase() })).toEqual(['cancellation-fee', 'debt', 'settlement'])
    expect(await kinds({ posting: ride.settlementId })).toEqual(['settlement'])
    expect(await kinds({ from: ago(5), until: ago(5) })).toEqual(['admin-credit', 'top-up'])
    expect(await kinds({ from: ago(3), until: ago(2), person: driver.id })).toEqual([
      'cancellation-fee',
      'debt',
      'withdrawal',
    ])
    // with a person, the amount is what changed for that person
    expect((await list({ person: driver.id, kind: 'withdrawal' }))[0]?.amount).toBe(-60)
  })

  it('are the same of few entries and of many, which are read in another way [design/data-80]', async () => {
    for (const filter of [
      { account: 'wallet' },
      { account: 'bank' },
      { person: driver.id },
      { account: 'wallet', person: rider.id },
      { account: 'pending-fees', person: driver.id },
    ] as const) {
      const [few, many] = await Promise.all(
        [undefined, 0].map(async (most) => {
          const rows = await (await postings(db.lists, filter, most)).orderBy('t.id').execute()
          return rows.map(({ id }) => id)
        }),
      )
      expect(few?.length, JSON.stringify(filter)).toBeGreaterThan(0)
      expect(many).toEqual(few)
    }
  })

  it('page by cursor, and repeat or leave out none', async () => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await admin.call(ledgerApi.postings, { query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.next
    }
    expect(seen).toEqual((await list()).map(({ id }) => id))
  })

  it('the file has one row per entry, is written to the audit, and is refused in demo mode', async () => {
    const read = async () => {
      const reply = await fetch(`${city.server.url}/api/ledger/postings/export?format=csv&account=bank`, {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      return (await reply.text()).trim().split('\r\n')
    }
    const lines = await read()
    expect(lines[0]).toBe('Time,Posting,Booking,Account,Owner,Credit,Debit,Currency,By,Reference,Posting ID')
    expect(lines.slice(1).map((line) => line.split(',').slice(3, 7))).toEqual([
      ['Withdrawals to pay', '', '', '60'],
      ['Bank', '', '60', ''],
    ])
    const audited = await db.request
      .selectFrom('audit_log')
      .select('data')
      .where('action', '=', 'ledger.export')
      .execute()
    expect(audited).toMatchObject([{ data: { account: 'bank' } }])
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await read()).join()).toContain('demo_mode')
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('show the amount of a collected debt once, though it ends a pending fee too', async () => {
    const { id } = await db.request
      .selectFrom('debts')
      .select('id')
      .where('booking_id', '=', ride.id)
      .executeTakeFirstOrThrow()
    const open = { id, bookingId: ride.id, rider: rider.id, driver: driver.id, rest: 50_00 }
    await put(Date.now(), topUp(rider.id, 'test', 20_00, newId()), debtCollected(open, 20_00))
    await put(Date.now(), topUp(rider.id, 'test', 30_00, newId()), debtCollected({ ...open, driver: null }, 30_00))
    const amounts = async (query: Query = {}) =>
      (await list({ kind: 'debt-collected', ...query })).map(({ amount }) => amount).toSorted((a, b) => a - b)
    expect(await amounts()).toEqual([20, 30])
    expect(await amounts({ person: rider.id, account: 'wallet' })).toEqual([-30, -20])
    expect(await amounts({ person: driver.id, account: 'wallet' })).toEqual([20])
  })

  it('are for admins only [design/money-60]', async () => {
    for (const role of ['rider', 'fleetadmin'] as const)
      expect(await keyOf((await city.person(role)).call(ledgerApi.postings, { query: {} }))).toBe('forbidden')
    expect(await keyOf(driver.call(ledgerApi.balances, { query: {} }))).toBe('forbidden')
  })
})

describe('the sum of a ledger [design/money-120]', () => {
  it('is computed in batches of 31 days under the statement limit of lists, from the first posting or the last closed day', async () => {
    const now = Date.now()
    await put(now - 200 * dayMs, adminCredit(driver.id, 7_00))
    await put(now - 100 * dayMs, adminCredit(driver.id, 5_00))
    const sum = async (at: number) => {
      let found: AccountAmounts = {}
      const statements = await watchStatements(async () => {
        found = await findBalances(db, at)
      })
      expect(statements.filter(({ text }) => text.includes('statement_timeout'))).toEqual([])
      const { rows } = await sql<{ account: string; amount: number }>`select e.account, sum(e.amount)::bigint as amount
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.at < to_timestamp(${at}::numeric / 1000) group by e.account having sum(e.amount) <> 0`.execute(db.lists)
      const held = Object.entries(found).filter(([, amount]) => amount !== 0)
      expect(Object.fromEntries(held)).toEqual(Object.fromEntries(rows.map(({ account, amount }) => [account, amount])))
      return statements.filter(isSum).length
    }
    expect(await sum(now)).toBe(7)
    expect(await sum(now - 90 * dayMs)).toBe(4)
    // before all postings
    expect(await sum(now - 201 * dayMs)).toBe(0)
    const closed = now - 150 * dayMs
    await sql`insert into day_closes (day, since, until, timezone, currency, recorded, postings, opening, closing,
        closed_by, closed_at, hash)
      select ${dayAt(closed - dayMs, timezone)}::date, until - interval '1 day', until, ${timezone}, 'UYU', '{}', '[]',
        '{}', ${JSON.stringify(await findBalances(db, closed))}::jsonb, ${admin.id}, until, sha256('')
      from to_timestamp(${closed}::numeric / 1000) as until`.execute(db.request)
    expect(await sum(now)).toBe(5)
    expect(await sum(now - 90 * dayMs)).toBe(2)
    expect(await sum(closed)).toBe(0)
    // before the closed day
    expect(await sum(now - 160 * dayMs)).toBe(2)
  })
})
