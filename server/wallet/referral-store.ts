import { sql, type Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

export interface Referral {
  /** the rider of the first trip */
  readonly referred: string
  readonly referrer: string
}

/**
 * The riders of these bookings with their referrers, where the booking is the rider's first paid trip and is not under
 * review [design/privacy-21], and the referrer is live, approved, another person [invariants-M12] and not yet paid for
 * this rider.
 */
export const selectFirstPaid = async (db: Kysely<Tables>, bookings: readonly string[]): Promise<Referral[]> => {
  const { rows } = await sql<Referral>`
    select distinct u.id as referred, r.id as referrer
    from bookings b
    join users u on u.id = b.customer and u.usertype = 'rider' and u.signup_via_referral is not null
    join users r on r.id = u.signup_via_referral and r.id <> u.id and r.deleted_at is null and r.approved
    where b.id = any(${[...bookings]}) and b.paid_at is not null
      and not exists (select 1 from bookings earlier where earlier.customer = b.customer
        and earlier.paid_at is not null and (earlier.paid_at, earlier.id) < (b.paid_at, b.id))
      and not exists (select 1 from trip_reviews v where v.booking_id = b.id and v.released_at is null)
      and not exists (select 1 from ledger_transactions t where t.kind = 'referral' and t.reference = u.id::text)`.execute(
    db,
  )
  return rows
}
