import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { bookingKeys, putOffer } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { useConnection } from '../../platform/live/connection.ts'
import { onLive, readAgain, refetchAfterReset, useLive, useLiveLink } from '../../platform/live/live.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import type { Format } from '../../platform/use-format.ts'
import { isThere } from '../trip/drive-steps.ts'

const none: readonly OfferView[] = []

onLive('offer', ({ bookingId, offer }) => putOffer(queryClient, bookingId, offer))
refetchAfterReset(bookingKeys.offers)

/** The driver's open offers. */
export const useOffers = (): readonly OfferView[] => {
  useLiveLink()
  const connection = useConnection()
  const { data } = useQuery({
    queryKey: bookingKeys.offers,
    staleTime: 0,
    refetchOnMount: 'always',
    // An offer is open for 20 s: poll often while the live link is down.
    refetchInterval: connection === 'online' ? 30_000 : 4000,
    queryFn: async (): Promise<readonly OfferView[]> => (await call(dispatchCalls.offers, {})).rows,
  })
  return data ?? none
}

/** The offers in the cache; sends no request. */
const useHeldOffers = (): readonly OfferView[] =>
  useQuery<readonly OfferView[]>({ queryKey: bookingKeys.offers, enabled: false }).data ?? none

export const useHasOffers = (): boolean => useHeldOffers().length > 0

/** The offer that is shown first; sends no request. `now` by the server's clock. */
export const useFirstOffer = (now: number): OfferView | null => liveOffers(useHeldOffers(), {}, now)[0] ?? null

const reservedQuery = queryOptions({
  queryKey: ['reserved'],
  staleTime: 0,
  refetchInterval: 60_000,
  queryFn: async (): Promise<readonly OfferView[]> => (await call(dispatchCalls.offers, {})).reserved,
})

/** Rides for later that an admin reserved for the driver [design/dispatch-21]. */
export const useReserved = (): readonly OfferView[] => {
  const { data } = useQuery(reservedQuery)
  const again = () => void readAgain(reservedQuery.queryKey)
  useLive('offer', again)
  useLive('notice', ({ message }) => {
    if (message === 'notice_reserved') again()
  })
  return data ?? none
}

/** From when a reserved ride can be accepted, with the day if it differs from the day of the ride. */
export const openingText = ({ date }: Pick<Format, 'date'>, ride: Pick<OfferView, 'offeredAt' | 'tripdate'>): string =>
  date(ride.offeredAt, date(ride.offeredAt, 'date') === date(ride.tripdate, 'date') ? 'time' : 'date-time')

/** When each answered offer was made, by booking; it stays hidden until it is renewed. */
export type Answered = Readonly<Record<string, number>>

/** The open offers, oldest first, so that shown offers keep their place. `now` by the server's clock. */
export const liveOffers = (offers: readonly OfferView[], answered: Answered, now: number): readonly OfferView[] =>
  offers
    .filter((offer) => offer.expiresAt > now && (answered[offer.bookingId] ?? -1) < offer.offeredAt)
    .toSorted((a, b) => a.offeredAt - b.offeredAt || (a.bookingId < b.bookingId ? -1 : 1))

/** How much of an offer's time is left, 1 to 0. */
export const shareLeft = (offer: Pick<OfferView, 'offeredAt' | 'expiresAt'>, now: number): number =>
  Math.min(1, Math.max(0, (offer.expiresAt - now) / Math.max(1, offer.expiresAt - offer.offeredAt)))

/** Whether the car is at the pickup. The distance is a straight line, so a pickup across a barrier is minutes away. */
export const carAtPickup = ({
  pickupDistance,
  pickupTime,
}: Pick<OfferView, 'pickupDistance' | 'pickupTime'>): boolean =>
  isThere(pickupDistance) && (pickupTime === null || pickupTime <= 60)

/** New and renewed offers: they sound the horn. */
export const freshOffers = (seen: Answered, offers: readonly OfferView[]): readonly OfferView[] =>
  offers.filter((offer) => (seen[offer.bookingId] ?? -1) < offer.offeredAt)
