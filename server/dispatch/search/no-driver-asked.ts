import { sql, type RawBuilder } from 'kysely'
import { openOffer } from '../offers/open-offer.ts'

/**
 * Of the row `booking` of bookings, which is NEW: released, no search asks drivers, and no offer can still be accepted.
 * With autoDispatch on, one without a search is taken up at once and does not count [design/dispatch-24]; with
 * autoDispatch off, a search that began before is paused, and its last offers run out [design/dispatch-8].
 */
export const noDriverAsked = (booking: string, autoDispatch: boolean): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${booking}.${name}`)
  return sql`(${column('released_at')} is not null
    and (${column('search_until')} <= clock_timestamp() or ${!autoDispatch}::boolean)
    and not exists (select 1 from offers o where o.booking_id = ${column('id')}
      and ${openOffer('o')}
      and (o.kind = 'assign' or ${column('search_until')} > clock_timestamp())))`
}
