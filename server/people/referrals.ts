import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** People who registered with a person's code, how many of them have brought a bonus, and the bonuses, minor units. */
export const findReferrals = async (db: Kysely<Tables>, person: string) => {
  const { rows } = await sql<{ people: number; paid: number; earned: number }>`select
    (select count(*)::int from users where signup_via_referral = ${person}) as people,
    count(*)::int as paid, coalesce(sum(e.amount), 0)::bigint as earned
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.kind = 'referral' and e.account = 'wallet' and e.holder = ${person}`.execute(db)
  return rows[0]!
}
