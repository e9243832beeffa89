import { balancesAfter, type AccountAmounts, type PostingSum } from '@remis/domain/wallet/trial-balance'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

/** A time of the database, or ms since 1970. */
export type Moment = number | RawBuilder<unknown>

export const moment = (at: Moment): RawBuilder<unknown> =>
  typeof at === 'number' ? sql`to_timestamp(${at}::numeric / 1000)` : at

/** What was posted from `since` until before `until`, per account and kind, as JSON in their order. */
export const postingsBetween = (since: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql<readonly PostingSum[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('account', account, 'kind', kind, 'credit', credit, 'debit', debit)
    order by account collate "C", kind collate "C"), '[]')
  from (
    select e.account, t.kind, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credit,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as debit
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.at >= ${since} and t.at < ${until} group by e.account, t.kind
  ) as moved)`

/** Balances of the accounts from all postings before `until`, as JSON; accounts at zero are left out. */
export const balancesBefore = (until: RawBuilder<unknown>) => sql<AccountAmounts>`(
  select coalesce(jsonb_object_agg(account, amount), '{}')
  from (
    select e.account, sum(e.amount)::bigint as amount
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.at < ${until} group by e.account having sum(e.amount) <> 0
  ) as held)`

/** The postings of one statement, ms: far below its limit in a city of 2 million bookings. */
const batchMs = 31 * 86_400_000

/** Balances at a moment, ms. */
interface Start {
  readonly at: number
  readonly balances: AccountAmounts
}

/** Before all postings. */
const findBeginning = async (db: Kysely<Tables>, at: number): Promise<Start> => {
  const first = await db.selectFrom('ledger_transactions').select('at').orderBy('at').limit(1).executeTakeFirst()
  // `first.at` is rounded to ms
  return { at: (first?.at ?? at) - 1, balances: {} }
}

/** Adds what was posted from the start, or from the beginning, until before `at` (ms), in batches. */
const sumLedger = async (db: Kysely<Tables>, at: number, start: Start | undefined): Promise<AccountAmounts> => {
  const begin = start ?? (await findBeginning(db, at))
  let { balances } = begin
  for (let since = begin.at; since < at; since += batchMs)
    balances = balancesAfter(balances, await findPostings(db, { since, until: Math.min(since + batchMs, at) }))
  return balances
}

/** Sums that are being made, by moment. */
const runningOf = new WeakMap<Database, Map<number, Promise<AccountAmounts>>>()

/** Requests for the same moment share one sum; sums of different moments run one after another. */
const shareSum = (database: Database, at: number, start: Start | undefined): Promise<AccountAmounts> => {
  const running = runningOf.get(database) ?? new Map<number, Promise<AccountAmounts>>()
  runningOf.set(database, running)
  const shared = running.get(at)
  if (shared !== undefined) return shared
  const before = Promise.allSettled(running.values())
  const sum = before.then(() => sumLedger(database.lists, at, start)).finally(() => running.delete(at))
  running.set(at, sum)
  return sum
}

/**
 * Balances of the accounts just before a moment, ms: the balances of the last closed day before it, and what was posted
 * since [design/money-62]. Before the first closed day all postings are added up [design/money-100].
 */
export const findBalances = async (database: Database, at: number): Promise<AccountAmounts> => {
  const { rows } = await sql<Start>`
    select until as at, closing as balances from day_closes where until <= ${moment(at)}
    order by until desc limit 1`.execute(database.lists)
  return shareSum(database, at, rows[0])
}

/** What was posted between two moments, per account and kind. */
export const findPostings = async (
  db: Kysely<Tables>,
  { since, until }: { readonly since: number; readonly until: number },
): Promise<readonly PostingSum[]> => {
  const { rows } = await sql<{ postings: readonly PostingSum[] }>`
    select ${postingsBetween(moment(since), moment(until))} as postings`.execute(db)
  return rows[0]?.postings ?? []
}

/** The beginning of a day of the operator, and of the next one, in ms. */
export const findDay = async (
  db: Kysely<Tables>,
  day: string,
  timezone: string,
): Promise<{ readonly since: number; readonly until: number }> => {
  const { rows } = await sql<{ since: number; until: number }>`
    select start_of_day(${day}::date, ${timezone}) as since, start_of_day(${day}::date + 1, ${timezone}) as until`.execute(
    db,
  )
  return rows[0]!
}
