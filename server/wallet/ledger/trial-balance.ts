import type { AccountAmounts, PostingSum } from '@remis/domain/wallet/trial-balance'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { nowMs } from '../../platform/database/db-clock.ts'
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

type Balances = readonly { readonly account: keyof AccountAmounts; readonly amount: number }[]

const amountsOf = (rows: Balances): AccountAmounts =>
  Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))

/** Balances just before `at`, ms. */
interface KnownBalances {
  readonly at: number
  readonly balances: AccountAmounts
}

/** Adds what was posted from `since` until `until` (ms) to the balances. */
const addPosted = async (
  db: Kysely<Tables>,
  { at: since, balances }: KnownBalances,
  until: number,
): Promise<KnownBalances> => {
  const { rows } = await sql<Balances[number]>`
    select account, sum(amount)::bigint as amount from (
      select e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.at >= ${moment(since)} and t.at < ${moment(until)}
      union all
      select key, value::bigint from jsonb_each_text(${JSON.stringify(balances)}::jsonb)
    ) as moved group by account having sum(amount) <> 0`.execute(db)
  return { at: until, balances: amountsOf(rows) }
}

/** The postings of one statement: far below its limit in a city of 2 million bookings. */
const batchMs = 31 * 86_400_000

interface LedgerSums {
  /** at batch ends more than one batch ago, so that no posting before them can be missing */
  readonly known: KnownBalances[]
  /** by moment */
  readonly running: Map<number, Promise<AccountAmounts>>
}
const sumsOf = new WeakMap<Database, LedgerSums>()

/** Sums all postings before `at` (ms), in batches. Caches the sums of earlier batches for later calls. */
const sumLedger = async ({ lists }: Database, at: number, { known }: LedgerSums): Promise<AccountAmounts> => {
  const now = await nowMs(lists)
  const first = await lists.selectFrom('ledger_transactions').select('at').orderBy('at').limit(1).executeTakeFirst()
  if (first === undefined || first.at > at) return {}
  const begin = { at: Math.floor((first.at - 1) / batchMs) * batchMs, balances: {} }
  let sum: KnownBalances = known.findLast((one) => one.at <= at) ?? begin
  while (sum.at < at) {
    const end = (Math.floor(sum.at / batchMs) + 1) * batchMs
    sum = await addPosted(lists, sum, Math.min(end, at))
    if (sum.at === end && end < now - batchMs && (known.at(-1)?.at ?? 0) < end) known.push(sum)
  }
  return sum.balances
}

/** Requests for the same moment share one sum; sums of different moments run one after another. */
const shareSum = (database: Database, at: number): Promise<AccountAmounts> => {
  const sums: LedgerSums = sumsOf.get(database) ?? { known: [], running: new Map() }
  sumsOf.set(database, sums)
  const { running } = sums
  const shared = running.get(at)
  if (shared !== undefined) return shared
  const before = Promise.allSettled(running.values())
  const sum = before.then(() => sumLedger(database, at, sums)).finally(() => running.delete(at))
  running.set(at, sum)
  return sum
}

/**
 * Balances of the accounts just before a moment, ms: the balances of the last closed day before it, and what was posted
 * since [design/money-62]. Before the first closed day all postings are added up [design/money-100].
 */
export const findBalances = async (database: Database, at: number): Promise<AccountAmounts> => {
  const db = database.lists
  const { rows: closes } = await sql<{ until: number; closing: AccountAmounts }>`
    select until, closing from day_closes where until <= ${moment(at)} order by until desc limit 1`.execute(db)
  const [closed] = closes
  if (closed === undefined) return shareSum(database, at)
  return (await addPosted(db, { at: closed.until, balances: closed.closing }, at)).balances
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
