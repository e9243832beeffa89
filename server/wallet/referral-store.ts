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
 * The riders of the bookings that became PAID by these changes, or were released from review by them, with their
 * referrers: where the booking is the rider's first paid trip and is not under review [design/privacy-21], and the
 * referrer is live, approved, a rider or driver, another person [invariants-M12] and not yet paid for this rider. Later
 * changes of the booking pay nothing [design/money-31].
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
    where b.paid_at is not null
      and (c.version is null or exists (select from booking_events e where e.booking_id = b.id
        and e.version = c.version and e.to_status = 'PAID' and e.from_status <> 'PAID'))
      and not exists (select 1 from bookings earlier where earlier.customer = b.customer
        and earlier.paid_at is not null and (earlier.paid_at, earlier.id) < (b.paid_at, b.id))
      and not exists (select 1 from trip_reviews v where v.booking_id = b.id and v.released_at is null)
      and not exists (select 1 from ledger_transactions t where t.kind = 'referral' and t.reference = u.id::text)`.execute(
    db,
  )
  return rows
}
