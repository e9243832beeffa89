import type { BookingView } from '@remis/domain/booking/booking-api'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import type { QueryClient } from '@tanstack/react-query'
import { queryClient } from '../platform/api/plain-call.ts'
import { makeReader, onLive, refetchAfterReset, refetchVersioned } from '../platform/live/live.ts'

/** Query keys of bookings, shared by the live handlers and the screens. */
export const bookingKeys = {
  all: ['booking'] as const,
  one: (id: string) => ['booking', id] as const,
  lists: ['bookings'] as const,
  offers: ['offers'] as const,
  day: ['driver-day'] as const,
  earnings: ['earnings'] as const,
  /** last position of the trip's driver, and the track */
  position: (id: string) => ['position', id] as const,
  track: (id: string) => ['track', id] as const,
  dispatch: (id: string) => ['dispatch', id] as const,
  corrections: (id: string) => ['corrections', id] as const,
  /** timeline, audit log and money of a booking's page */
  record: (id: string) => ['booking-record', id] as const,
  /** the version that a refused action was decided on */
  stale: (id: string) => ['booking-stale', id] as const,
}

interface Page {
  readonly rows: readonly BookingView[]
}

/** A slow answer must not replace the newer state of an event [design/web-11]. */
export const newer = (held: BookingView | undefined, came: BookingView): BookingView =>
  held !== undefined && held.version > came.version ? held : came

/** Updates a booking everywhere in the cache. True if every cached list already contains it with this status. */
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

/** Adds, renews or removes (null) an offer. A request in flight is older than the event, so it is repeated. */
export const putOffer = (client: QueryClient, bookingId: string, offer: OfferView | null): void => {
  const queryKey = bookingKeys.offers
  const underWay = client.isFetching({ queryKey }) > 0
  if (underWay) void client.cancelQueries({ queryKey })
  client.setQueryData<readonly OfferView[]>(queryKey, (held) => withOffer(held ?? [], bookingId, offer))
  if (underWay) void client.invalidateQueries({ queryKey })
}

/** Oldest first, so that shown offers keep their place. */
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

/** The server decides which rows a list has. Lists are fetched again at most every two seconds. */
const refreshLists = makeReader(bookingKeys.lists, 2000)

onLive('booking', (booking) => {
  // a list that is being read may have been read before this change, and would put the old row back
  const reading = queryClient.isFetching({ queryKey: bookingKeys.lists }) > 0
  if (!putBooking(queryClient, booking) || reading) refreshLists()
})
refetchVersioned(bookingKeys.all, bookingKeys.lists)
refetchAfterReset(['position'], ['dispatch'])
