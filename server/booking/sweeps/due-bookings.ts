import type { Booking } from '@remis/domain/booking/booking'
import { sql, type Kysely } from 'kysely'
import { openAssignment } from '../../dispatch/offers/open-offer.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import { toBooking } from '../booking-rows.ts'

/** What a sweep reads: at most `limit` bookings, without those it has handled in this turn. */
export interface DuePage {
  readonly limit: number
  readonly except?: readonly string[]
}

export const duePage = (db: Kysely<Tables>, { limit, except = [] }: DuePage) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where(notAmong('id', 'text', except))
    .limit(limit)

/** NEW bookings with a running search, longest waiting first. */
export const listSearching = async (db: Kysely<Tables>, { limit, except = [] }: DuePage): Promise<Booking[]> => {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'NEW')
    .where(sql<boolean>`search_until > clock_timestamp()`)
    .where(notAmong('id', 'text', except))
    .orderBy('search_started_at')
    .limit(limit)
    .execute()
  return rows.map(toBooking)
}

const hoursAgo = (hours: number) => sql<number>`now() - ${hours} * interval '1 hour'`

/** From when a NEW booking counts as unserved [design/moves-38]. */
const unservedFrom = sql<number>`coalesce(search_until, greatest(tripdate, search_started_at))`

const unassigned = sql<boolean>`not exists (select 1 from offers o where o.booking_id = bookings.id
  and ${openAssignment('o')})`

/**
 * NEW bookings for later with a release that is due, longest due first [design/dispatch-23]; without those that expire,
 * unserved for `minutes` [design/dispatch-74].
 */
export const listToRelease = (db: Kysely<Tables>, minutes: number, page: DuePage): Promise<{ id: string }[]> =>
  duePage(db, page)
    .where('status', '=', 'NEW')
    .where('released_at', 'is', null)
    .where(unservedFrom, '>', hoursAgo(minutes / 60))
    .where(sql<boolean>`release_at <= now()`)
    .orderBy('release_at')
    .execute()

/**
 * Released NEW bookings without a search and without an assigned driver who can still accept [design/dispatch-12];
 * without those that expire, unserved for `minutes` [design/dispatch-74].
 */
export const listWaiting = (db: Kysely<Tables>, minutes: number, page: DuePage): Promise<{ id: string }[]> =>
  duePage(db, page)
    .where('status', '=', 'NEW')
    .where('released_at', 'is not', null)
    .where('search_until', 'is', null)
    .where(unservedFrom, '>', hoursAgo(minutes / 60))
    .where(unassigned)
    .orderBy('release_at')
    .execute()

/** PAID for `hours` without a rating, the longest first [design/moves-33]. */
export const listToComplete = (db: Kysely<Tables>, hours: number, page: DuePage): Promise<{ id: string }[]> =>
  duePage(db, page).where('status', '=', 'PAID').where('paid_at', '<=', hoursAgo(hours)).orderBy('paid_at').execute()

/**
 * NEW for `minutes` after the search ended, or without a search after the wanted time or a later request, and no
 * assigned driver can still accept [design/moves-38].
 */
export const listUnserved = (db: Kysely<Tables>, minutes: number, page: DuePage): Promise<{ id: string }[]> =>
  duePage(db, page)
    .where('status', '=', 'NEW')
    .where(unservedFrom, '<=', hoursAgo(minutes / 60))
    .where(unassigned)
    .orderBy('booking_date')
    .execute()

/** PAYMENT_PENDING for `minutes` after booking [design/moves-38]. */
export const listUnpaid = (db: Kysely<Tables>, minutes: number, page: DuePage): Promise<{ id: string }[]> =>
  duePage(db, page)
    .where('status', '=', 'PAYMENT_PENDING')
    .where('booking_date', '<=', hoursAgo(minutes / 60))
    .orderBy('booking_date')
    .execute()
