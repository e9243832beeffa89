import { busyStatuses, driverlessStatuses, type Status } from '@remis/domain/booking/statuses'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import { statusIn } from '../../platform/database/schema/status-in.ts'

export interface BookingToEnd {
  readonly id: string
  readonly status: Status
  /** the side that leaves: its driver or its customer */
  readonly side: 'driver' | 'customer'
  /** the admin who suspended, archived or disapproved the person */
  readonly by: string
}

/** The admin who took the approval back last; null: never approved. */
const disapprovedBy = sql`(select actor_id from audit_log
  where action = 'person.disapprove' and subject = 'user:' || u.id order by audit_log.id desc limit 1)`

/**
 * Bookings that end because their customer or driver was archived or suspended: bookings without a driver, and trips of
 * people who are archived or suspended at once. Of a rider who lost the approval: bookings without a driver, and one
 * that a driver accepted at that moment. At most `limit`, without those in `except`; `person`: only of this person. The
 * clock is `now()`, with which PostgreSQL can use an index; the table has people of all years [design/data-86].
 */
export const selectBookingsToEnd = async (
  db: Kysely<Tables>,
  { limit, except, person }: { readonly limit: number; readonly except: readonly string[]; readonly person?: string },
): Promise<BookingToEnd[]> => {
  // A suspension that has ended stays in the row.
  const suspended = sql`users.suspended_at is not null and coalesce(users.suspended_until, 'infinity') > now()`
  const whoLeft = sql`u as (
    select users.id, users.deleted_at is not null or (users.suspended_at_once and ${suspended}) as at_once,
      coalesce(users.deleted_by, case when ${suspended} then users.suspended_by end) as by, users.approved
    from users
    where ${person === undefined ? sql`true` : sql`users.id = ${person}`}
      and ((users.deleted_at > now() - interval '30 days' and users.deleted_by is not null)
        or (users.deleted_at is null and ${suspended})
        or (users.deleted_at is null and not users.approved and users.usertype = 'rider')))`
  const { rows } = await sql<BookingToEnd>`with ${whoLeft}
    select * from (select b.id, b.status, 'customer' as side, coalesce(u.by, ${disapprovedBy}) as by
      from u join bookings b on b.customer = u.id
      where ${statusIn('b.status', driverlessStatuses)}
        or (u.at_once and ${statusIn('b.status', busyStatuses)})
        or (not u.approved and b.status = 'ACCEPTED')
    union all
    select b.id, b.status, 'driver', u.by from u join bookings b on b.driver = u.id
      where u.at_once and ${statusIn('b.status', busyStatuses)}
    ) ending where by is not null and ${notAmong('id', 'text', except)} order by id limit ${limit}`.execute(db)
  return rows
}
