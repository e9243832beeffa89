import { sql, type RawBuilder } from 'kysely'

/** The kinds of postings with earnings; the trigger `ledger_transactions_queue_earnings` queues the same ones. */
export const earningKinds = sql`('settlement', 'cancellation-fee', 'correction', 'debt', 'debt-collected')`

/**
 * Sum over the entries `e` of the posting `t`: the driver's share of a trip or fee, and both directions of a
 * correction. The cash of a settlement, a debit of the wallet too, is not part of it.
 */
export const driversPart = (driver: RawBuilder<unknown>) => sql`coalesce(sum(e.amount) filter (
  where e.account = 'wallet' and e.holder = ${driver} and (e.amount > 0 or t.kind = 'correction')), 0)::bigint`

/** The same sum of the platform's fees. */
export const platformsPart = sql`coalesce(sum(e.amount) filter (where e.account = 'revenue'), 0)::bigint`
