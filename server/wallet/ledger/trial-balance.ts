import type { AccountAmounts, PostingSum } from '@remis/domain/wallet/trial-balance'
import { sql, type Kysely, type RawBuilder } from 'kysely'
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

/**
 * Balances of the accounts just before a moment: the balances of the last closed day before it, and what was posted
 * since [design/money-62]. Before the first closed day the ledger is read from its beginning.
 */
export const findBalances = async (db: Kysely<Tables>, at: Moment): Promise<AccountAmounts> => {
  const until = moment(at)
  const { rows } = await sql<{ account: keyof AccountAmounts; amount: number }>`
    with closed as (select until, closing from day_closes where until <= ${until} order by until desc limit 1)
    select account, sum(amount)::bigint as amount from (
      select e.account, e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.at >= coalesce((select until from closed), '-infinity') and t.at < ${until}
      union all
      select key, value::bigint from closed, jsonb_each_text(closing)
    ) as moved group by account having sum(amount) <> 0`.execute(db)
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
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
    select (${day}::date)::timestamp at time zone ${timezone} as since,
      (${day}::date + 1)::timestamp at time zone ${timezone} as until`.execute(db)
  return rows[0]!
}
