import { checkTripdate } from '@remis/domain/booking/booking-checks'
import { quotesCalls } from '@remis/domain/fare/fare-routes'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { carTypesCalls } from '@remis/domain/fare/fare-routes'
import type { LatLng } from '@remis/domain/kit/distance'
import type { Reply } from '@remis/domain/kit/endpoint'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../platform/api/call.ts'
import { serverClock } from '../platform/api/server-clock.ts'
import { useSettings } from '../platform/api/settings.ts'

export const carTypesQuery = queryOptions<readonly CarTypeView[]>({
  queryKey: ['car-types'],
  staleTime: 5 * 60_000,
  queryFn: async () => (await call(carTypesCalls.list, {})).rows,
})

export const useCarTypes = () => useQuery(carTypesQuery)

export type Price = Reply<typeof quotesCalls.preview>['rows'][number]

/** Prices and pickup minutes are refreshed after this long. */
const freshMs = 60_000

/**
 * Price and pickup minutes of every car type, once both places are chosen. `tripdate`: the departure of a booking for
 * later; a time that cannot be booked counts as now.
 */
export const usePrices = (
  pickup: LatLng | null,
  drop: LatLng | null,
  enabled: boolean,
  tripdate: number | null = null,
) => {
  const days = useSettings()?.bookLaterDays
  return useQuery({
    queryKey: ['prices', pickup?.lat, pickup?.lng, drop?.lat, drop?.lng, tripdate],
    enabled: enabled && pickup !== null && drop !== null,
    staleTime: freshMs,
    refetchInterval: freshMs,
    queryFn: async () => {
      if (pickup === null || drop === null) throw new Error('prices need two places')
      const body = {
        pickup: { lat: pickup.lat, lng: pickup.lng },
        drop: { lat: drop.lat, lng: drop.lng },
        ...(tripdate !== null && checkTripdate(tripdate, serverClock.now(), days) === null ? { tripdate } : {}),
      }
      return call(quotesCalls.preview, { body })
    },
  })
}

export const priceOf = (prices: { readonly rows: readonly Price[] } | undefined, car: CarTypeView): Price | undefined =>
  prices?.rows.find(({ carType }) => carType === car.id)
