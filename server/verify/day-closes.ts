import { sql } from 'kysely'
import { hashOfClose } from '../reports/day-close/hash-of-close.ts'
import { balancesBefore, postingsBetween } from '../wallet/ledger/trial-balance.ts'
import { bySql, query, type Survey } from './invariant.ts'

/** Whether two JSON objects of amounts are equal; an account at zero may be absent. */
const differ = (one: ReturnType<typeof sql>, other: ReturnType<typeof sql>) => sql`exists (
  select from jsonb_each_text(${one}) a full join jsonb_each_text(${other}) b using (key)
  where coalesce(a.value::bigint, 0) <> coalesce(b.value::bigint, 0))`

/** Opening balances and what was posted in the day. */
const closing = sql`(select coalesce(jsonb_object_agg(account, amount), '{}') from (
  select account, sum(amount)::bigint as amount from (
    select key as account, value::bigint as amount from jsonb_each_text(c.opening)
    union all
    select p ->> 'account', (p ->> 'credit')::bigint + (p ->> 'debit')::bigint from jsonb_array_elements(c.postings) p
  ) as moved group by account) as held)`

/**
 * Closed days against the ledger and against each other. Only the first day's opening balances need the ledger before
 * it: each later day begins with the balances of the day before, which are checked there.
 */
export const dayCloseSurvey: Survey = bySql(
  'M18',
  'the totals of each closed day equal the ledger, the days follow each other without a gap, and their hashes match',
  query`select to_char(c.day, 'YYYY-MM-DD') as id from (
      select *, lag(until) over days as previous_until, lag(closing) over days as previous_closing,
        lag(hash) over days as previous_hash
      from day_closes window days as (order by day)
    ) c
    where c.hash <> ${hashOfClose(sql`c.previous_hash`)}
      or c.since is distinct from coalesce(c.previous_until, c.since)
      or c.postings <> ${postingsBetween(sql`c.since`, sql`c.until`)}
      or ${differ(sql`c.closing`, closing)}
      or case when c.previous_until is null then ${differ(sql`c.opening`, balancesBefore(sql`c.since`))}
        else ${differ(sql`c.opening`, sql`c.previous_closing`)} end`,
)
