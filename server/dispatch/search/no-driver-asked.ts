import { sql, type RawBuilder } from 'kysely'

/**
 * Of the row `booking` of bookings, which is NEW: released, no search runs, and no assigned driver can still accept.
 * With autoDispatch on, one without a search is taken up at once and does not count [design/dispatch-24].
 */
export const noDriverAsked = (booking: string, autoDispatch: boolean): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${booking}.${name}`)
  return sql`(${column('released_at')} is not null
    and (${column('search_until')} <= clock_timestamp() or (${column('search_until')} is null and ${!autoDispatch}))
    and not exists (select 1 from offers o where o.booking_id = ${column('id')} and o.kind = 'assign'
      and o.outcome is null and o.expires_at > clock_timestamp()))`
}
