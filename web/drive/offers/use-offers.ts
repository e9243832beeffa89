import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { dispatchCalls } from '@remis/domain/dispatch/dispatch-routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { bookingKeys, putOffer } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { useConnection } from '../../platform/live/connection.ts'
import { onLive, refetchAfterReset, useLive, useLiveLink } from '../../platform/live/live.ts'
import { queryClient } from '../../platform/api/plain-call.ts'

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
    // An offer lives 20 s: polled often while the live link is down.
    refetchInterval: connection === 'online' ? 30_000 : 4000,
    queryFn: async (): Promise<readonly OfferView[]> => (await call(dispatchCalls.offers, {})).rows,
  })
  return data ?? none
}

/** Whether the cache holds an offer; sends no request. */
export const useHasOffers = (): boolean =>
  (useQuery<readonly OfferView[]>({ queryKey: bookingKeys.offers, enabled: false }).data?.length ?? 0) > 0

const reservedQuery = queryOptions({
  queryKey: ['reserved'],
  staleTime: 0,
  refetchInterval: 60_000,
  queryFn: async (): Promise<readonly OfferView[]> => (await call(dispatchCalls.offers, {})).reserved,
})

/** Rides for later that an admin reserved for the driver [design/dispatch-21]. */
export const useReserved = (): readonly OfferView[] => {
  const { data } = useQuery(reservedQuery)
  const again = () => void queryClient.invalidateQueries({ queryKey: reservedQuery.queryKey })
  useLive('offer', again)
  useLive('notice', ({ message }) => {
    if (message === 'notice_reserved') again()
  })
  return data ?? none
}
