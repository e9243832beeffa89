import type { DayRecords } from '@remis/domain/reports/day-close'
import type { dayCloseSorts } from '@remis/domain/reports/reports-routes'
import { sql, type Insertable, type Kysely } from 'kysely'
import { fullName } from '../../platform/database/schema/full-name.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ListTable } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { moment } from '../../wallet/ledger/trial-balance.ts'
import { hashOfClose } from './hash-of-close.ts'
import { advisoryLocks } from '../../platform/database/schema/advisory-locks.ts'

/** Waits for postings that are not committed; later ones wait until this transaction ends. */
export const holdPostings = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.postings})`.execute(tx)
}

export const closes = (db: Kysely<Tables>) =>
  db
    .selectFrom('day_closes as c')
    .innerJoin('users as u', 'u.id', 'c.closed_by')
    .select(['c.since', 'c.until', 'c.timezone', 'c.currency', 'c.recorded', 'c.postings', 'c.opening', 'c.closing'])
    .select(['c.closed_at', sql<string>`to_char(c.day, 'YYYY-MM-DD')`.as('day')])
    .select([sql<string>`encode(c.hash, 'hex')`.as('hash'), fullName('u').as('by')])

export type DayCloseRow = NonNullable<Awaited<ReturnType<typeof findClose>>>

const day = { by: sql.ref('c.day'), kind: 'day' } as const

export const closeList: ListTable<(typeof dayCloseSorts)[number]> = {
  id: day,
  sorts: { day },
  usual: { sort: 'day', direction: 'desc' },
}

export const findClose = (db: Kysely<Tables>, of: string) => closes(db).where('c.day', '=', of).executeTakeFirst()

export const findLastClose = (db: Kysely<Tables>) => closes(db).orderBy('c.day', 'desc').limit(1).executeTakeFirst()

export const findFirstClose = (db: Kysely<Tables>) => closes(db).orderBy('c.day').limit(1).executeTakeFirst()

/** When the first posting was made, ms; null: there is none. */
export const findFirstPosting = async (db: Kysely<Tables>): Promise<number | null> =>
  (await db.selectFrom('ledger_transactions').select('at').orderBy('at').limit(1).executeTakeFirst())?.at ?? null

/** Adds a closed day with its hash. */
export const insertClose = async (tx: Tx, row: Omit<Insertable<Tables['day_closes']>, 'hash'>): Promise<void> => {
  await sql`
    with c as (select ${row.day}::date as day, ${row.since}::timestamptz as since, ${row.until}::timestamptz as until,
      ${row.timezone}::text as timezone, ${row.currency}::text as currency, ${row.recorded}::jsonb as recorded,
      ${row.postings}::jsonb as postings, ${row.opening}::jsonb as opening, ${row.closing}::jsonb as closing,
      ${row.closed_by}::uuid as closed_by, ${row.closed_at}::timestamptz as closed_at)
    insert into day_closes (day, since, until, timezone, currency, recorded, postings, opening, closing, closed_by,
      closed_at, hash)
    select c.*, ${hashOfClose(sql`(select hash from day_closes order by day desc limit 1)`)} from c`.execute(tx)
}

/**
 * The id that a posting refers to, so that the other table is read by its key. The case keeps references that are no
 * ids from being cast.
 */
const referenced = (when: string) => sql`case when ${sql.raw(when)} then t.reference::uuid end`

/**
 * Sums of what was settled, paid out and refunded between two moments, by the rows of bookings, withdrawals and
 * refunds. Which rows those are the ledger says: a booking is paid a moment before it is posted.
 */
export const findRecords = async (
  db: Kysely<Tables>,
  period: { readonly since: number; readonly until: number },
): Promise<DayRecords> => {
  const within = sql`t.at >= ${moment(period.since)} and t.at < ${moment(period.until)}`
  const sum = (column: string, when = sql`true`) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${when}), 0)::bigint`
  const inOffice = sql`b.cash_taken_by = 'office'`
  const { rows } = await sql<DayRecords>`
    select count(*)::int as rides, ${sum('b.trip_cost')} as "tripCost", ${sum('b.driver_share')} as "driverShare",
      ${sum('b.convenience_fees')} as "convenienceFee", ${sum('b.discount_amount')} as discount,
      ${sum('b.used_wallet_money')} as wallet, ${sum('b.card_payment_amount')} as card,
      ${sum('b.cash_payment_amount', sql`${inOffice} is not true`)} as "cashWithDrivers",
      ${sum('b.cash_payment_amount', inOffice)} as "cashInOffice", ${sum('b.written_off')} as "writtenOff",
      (select coalesce(sum(w.amount), 0)::bigint from ledger_transactions t
        join withdrawals w on w.id = ${referenced("t.kind = 'withdrawal-paid'")}
        where t.kind = 'withdrawal-paid' and ${within}) as payouts,
      (select coalesce(sum(r.amount), 0)::bigint from ledger_transactions t
        join refunds r on r.id = ${referenced("t.kind = 'refund' and t.reference not like '%-failed'")}
        where t.kind = 'refund' and ${within}) as refunds
    from ledger_transactions t join bookings b on b.id = t.booking_id
    where t.kind = 'settlement' and ${within}`.execute(db)
  return rows[0]!
}
