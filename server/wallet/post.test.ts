import { hold, topUp } from '@remis/domain/wallet/postings'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { waitFor } from '../testing/actors.ts'
import { makePerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import { post } from './post.ts'
import { findBalance, listBalances } from './balances.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
const by = { actorId: null, currency: 'UYU' }
const reference = () => randomUUID()

describe('the ledger', () => {
  it('updates balances with wallet entries and sends the owner an event, in one commit [wallet-2]', async () => {
    const { id } = await makePerson(db, 'rider')
    expect(await findBalance(db.request, id)).toBe(0)
    await db.transact((tx) => post(tx, [topUp(id, 'test', 5000, reference()), topUp(id, 'test', 250, reference())], by))
    expect(await findBalance(db.request, id)).toBe(5250)
    const outbox = await db.request.selectFrom('outbox').selectAll().where('subject', '=', id).execute()
    expect(outbox.map(({ kind, audience }) => [kind, audience])).toEqual([['wallet', [`user:${id}`]]])
    await expect(
      db.transact(async (tx) => {
        await post(tx, [topUp(id, 'test', 1, reference())], by)
        throw new Error('injected failure')
      }),
    ).rejects.toThrow('injected failure')
    expect(await findBalance(db.request, id)).toBe(5250)
  })

  it('refuses a posting that does not sum to zero at commit [invariants-M1]', async () => {
    const { id } = await makePerson(db, 'rider')
    const entries = [
      { account: 'wallet', holder: id, amount: 100 },
      { account: 'revenue', holder: null, amount: -99 },
    ] as const
    const unbalanced = { kind: 'admin-credit', bookingId: null, reference: null, entries } as const
    await expect(db.transact((tx) => post(tx, [unbalanced], by))).rejects.toMatchObject({
      constraint: 'ledger_transaction_balances',
    })
    expect(await findBalance(db.request, id)).toBe(0)
  })

  it('keeps all of 60 concurrent postings with common wallets, without a deadlock [invariants-M3] [design/money-11]', async () => {
    const people = await Promise.all([1, 2, 3].map(() => makePerson(db, 'rider')))
    const ids = people.map(({ id }) => id)
    await db.transact((tx) =>
      post(
        tx,
        ids.map((id) => topUp(id, 'test', 100, reference())),
        by,
      ),
    )
    const move = (from: string, to: string) => ({
      kind: 'admin-credit' as const,
      bookingId: null,
      reference: null,
      entries: [
        { account: 'wallet' as const, holder: from, amount: -1 },
        { account: 'wallet' as const, holder: to, amount: 1 },
      ],
    })
    let deadlocks = 0
    const run = async (n: number) => {
      const [a, b] = [ids[n % 3]!, ids[(n + 1 + (n % 2)) % 3]!]
      await db.transact(async (tx) => {
        deadlocks++
        await post(tx, [move(a, b)], by)
      })
      return [a, b] as const
    }
    const moves = await Promise.all(Array.from({ length: 60 }, (_, n) => run(n)))
    const expected = (id: string) => moves.reduce((sum, [a, b]) => sum + (b === id ? 1 : 0) - (a === id ? 1 : 0), 100)
    const balance = await listBalances(db.request, ids)
    expect(ids.map(balance)).toEqual(ids.map(expected))
    // A transaction that met a deadlock runs again and would count twice.
    expect(deadlocks).toBe(60)
  })

  it('orders the entries of a wallet by its changes: a transaction that waits for the lock has inserted no entry yet [design/money-11]', async () => {
    const { id } = await makePerson(db, 'rider')
    const [first, second] = [reference(), reference()]
    let later: Promise<unknown> | undefined
    await db.transact(async (tx) => {
      await post(tx, [topUp(id, 'test', 100, reference())], by)
      later = db.transact((other) => post(other, [topUp(id, 'test', 10, second)], by))
      await waitFor(async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db.jobs)
        return (rows[0]?.count ?? 0) > 0
      })
      await post(tx, [topUp(id, 'test', 1, first)], by)
    })
    await later
    const { rows } = await sql<{ amount: number }>`select amount from ledger_entries
      where account = 'wallet' and holder = ${id} order by id`.execute(db.request)
    expect(rows.map(({ amount }) => amount)).toEqual([100, 1, 10])
  })

  it('is append-only [invariants-M4]', async () => {
    for (const table of ['ledger_entries', 'ledger_transactions'] as const)
      await expect(db.request.deleteFrom(table).execute()).rejects.toMatchObject({
        constraint: 'ledger_is_append_only',
      })
  })

  it('writes nothing for a posting without entries', async () => {
    const before = await db.request.selectFrom('ledger_transactions').select('id').execute()
    await db.transact((tx) => post(tx, [hold('0000000000', randomUUID(), 0)], by))
    expect(await db.request.selectFrom('ledger_transactions').select('id').execute()).toHaveLength(before.length)
  })
})
