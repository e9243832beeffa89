/** Bookings for later that have not ended, by the time of the trip, for the calendar of the office [booking-72]. */
export const name = '035-later-bookings'

export const up = `
create index bookings_later on bookings (tripdate, id)
  where book_later and status in ('NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
`
