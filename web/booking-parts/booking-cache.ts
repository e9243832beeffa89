import type { BookingView } from '@remis/domain/booking/booking-api'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import type { QueryClient } from '@tanstack/react-query'

/** Names of what the cache holds of bookings: the live link writes where the screens read. */
export const bookingKeys = {
  all: ['booking'] as const,
  one: (id: string) => ['booking', id] as const,
  lists: ['bookings'] as const,
  offers: ['offers'] as const,
  day: ['driver-day'] as const,
  /** where a trip's driver was last seen, and the track */
  position: (id: string) => ['position', id] as const,
  track: (id: string) => ['track', id] as const,
  dispatch: (id: string) => ['dispatch', id] as const,
}

interface Page {
  readonly rows: readonly BookingView[]
}

/** An answer that was under way while an event came in must not turn the clock back. */
export const newer = (held: BookingView | undefined, came: BookingView): BookingView =>
  held !== undefined && held.version > came.version ? held : came

/** Writes a booking wherever the cache shows it. True when every list that is held shows it already in this status. */
export const putBooking = (client: QueryClient, came: BookingView): boolean => {
  client.setQueryData<BookingView>(bookingKeys.one(came.id), (held) => newer(held, came))
  let complete = true
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: bookingKeys.lists })) {
    if (page === undefined) continue
    const row = page.rows.find((one) => one.id === came.id)
    if (row === undefined || row.status !== came.status) complete = false
    if (row === undefined || newer(row, came) === row) continue
    client.setQueryData<Page>(key, { ...page, rows: page.rows.map((one) => (one === row ? came : one)) })
  }
  return complete
}

/** An offer came, was renewed, or is over (null). An answer under way is older than the event: it is asked for again. */
export const putOffer = (client: QueryClient, bookingId: string, offer: OfferView | null): void => {
  const queryKey = bookingKeys.offers
  const underWay = client.isFetching({ queryKey }) > 0
  if (underWay) void client.cancelQueries({ queryKey })
  client.setQueryData<readonly OfferView[]>(queryKey, (held) => withOffer(held ?? [], bookingId, offer))
  if (underWay) void client.invalidateQueries({ queryKey })
}

/** Oldest first, so that nothing moves under the thumb. */
export const withOffer = (
  held: readonly OfferView[],
  bookingId: string,
  offer: OfferView | null,
): readonly OfferView[] => {
  const old = held.find((one) => one.bookingId === bookingId)
  if (offer === null) return old === undefined ? held : held.filter((one) => one !== old)
  if (old === undefined) return [...held, offer]
  return old.expiresAt > offer.expiresAt ? held : held.map((one) => (one === old ? offer : one))
}
