import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

export interface Referral {
  /** the rider of the first trip */
  readonly referred: string
  readonly referrer: string
}

/** A change of a booking; `version`: null for the release of its review. */
export interface TripChange {
  readonly booking: string
  readonly version: number | null
}

/**
 * A booking that the rider paid and that the referrer did not drive [design/money-31]. PAID alone is not enough: a
 * written-off fare and a fare of 0 are PAID as well.
 */
const counts = (booking: 'b' | 'earlier') => {
  const of = (column: string) => sql.ref(`${booking}.${column}`)
  return sql`${of('paid_at')} is not null and ${of('driver')} is distinct from r.id and ${of('written_off')} = 0
    and ${of('used_wallet_money')} + ${of('card_payment_amount')} + ${of('cash_payment_amount')} > 0`
}

/**
 * The riders of the bookings that became PAID by these changes, or were released from review by them, with their
 * referrers: where the booking is the rider's first paid trip with another driver than the referrer [design/moves-105]
 * and is not under review [design/privacy-21], and the referrer is live, approved, a rider or driver, another person
 * [invariants-M12] and not yet paid for this rider. Later changes of the booking pay nothing [design/money-31].
 */
export const selectFirstPaid = async (db: Kysely<Tables>, changes: readonly TripChange[]): Promise<Referral[]> => {
  const { rows } = await sql<Referral>`
    select distinct u.id as referred, r.id as referrer
    from unnest(${changes.map(({ booking }) => booking)}::text[], ${changes.map(({ version }) => version)}::int[])
      as c (booking_id, version)
    join bookings b on b.id = c.booking_id
    join users u on u.id = b.customer and u.usertype = 'rider' and u.signup_via_referral is not null
    join users r on r.id = u.signup_via_referral and r.id <> u.id and r.deleted_at is null and r.approved
      and r.usertype in ('rider', 'driver')
    where ${counts('b')}
      and (c.version is null or exists (select from booking_events e where e.booking_id = b.id
        and e.version = c.version and e.to_status = 'PAID' and e.from_status <> 'PAID'))
      and not exists (select 1 from bookings earlier where earlier.customer = b.customer
        and ${counts('earlier')} and (earlier.paid_at, earlier.id) < (b.paid_at, b.id))
      and not exists (select 1 from trip_reviews v where v.booking_id = b.id and v.released_at is null)
      and not exists (select 1 from ledger_transactions t where t.kind = 'referral' and t.reference = u.id::text)`.execute(
    db,
  )
  return rows
}
