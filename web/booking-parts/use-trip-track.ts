import type { BookingView } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import type { Reply } from '@remis/domain/kit/endpoint'
import type { trackingApi } from '@remis/domain/tracking/tracking-api'
import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../platform/api/call.ts'
import { decodeLine } from '../ui/map/decode-line.ts'
import { bookingKeys } from './booking-cache.ts'

/** The line along the roads that was charged, else the points [design/tracking-22]. */
export const drivenWay = ({ line, rows }: Reply<typeof trackingApi.track>): readonly LatLng[] =>
  line === null ? rows : decodeLine(line)

/** The driven way; undefined while it loads. `from`: asked for from the start or the end of the trip on. */
export const useTripTrack = (trip: BookingView | undefined, from: 'start' | 'end'): readonly LatLng[] | undefined => {
  const id = trip?.id ?? ''
  const over = typeof trip?.endTime === 'number'
  const running = typeof trip?.startTime === 'number' && !over
  const { data } = useQuery({
    // The line exists from the end on.
    queryKey: [...bookingKeys.track(id), over],
    enabled: over || (running && from === 'start'),
    refetchInterval: over ? false : 15_000,
    queryFn: () => call(trackingCalls.track, { params: { id } }),
  })
  return useMemo(() => data && drivenWay(data), [data])
}
