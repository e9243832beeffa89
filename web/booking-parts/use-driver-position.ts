import type { BookingView } from '@remis/domain/booking/booking-api'
import { busyStatuses } from '@remis/domain/booking/statuses'
import type { TimeRange } from '@remis/domain/traffic/expected-time'
import type { TripPosition } from '@remis/domain/tracking/tracking-api'
import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../platform/api/call.ts'
import { isNewer, serverNow } from '../platform/api/server-clock.ts'
import { followPosition } from '../platform/live/live.ts'
import { bookingKeys } from './booking-cache.ts'

/** The time to the next point: seconds, with a range where they are not exact [design/maps-113]. */
export interface Eta {
  readonly seconds: number
  readonly range: TimeRange | null
}

/** The last position of the trip's driver and the time to the next point; null while it is not tracked or not known. */
export const useDriverPosition = (id: string, trip: BookingView | undefined) => {
  // at the drop the car stays on the map until the ride is paid
  const tracked = trip !== undefined && busyStatuses.includes(trip.status)
  const [received, setReceived] = useState<TripPosition | null>(null)
  useEffect(() => followPosition(id, setReceived), [id])
  const { data, isError } = useQuery({
    // next point and arrival time change with the status
    queryKey: [...bookingKeys.position(id), trip?.status],
    enabled: tracked,
    refetchInterval: 10_000,
    queryFn: () => call(trackingCalls.last, { params: { id } }),
  })
  if (!tracked) return { position: null, eta: null, lost: false }
  const position = newestPosition(id, received, data?.position ?? null, serverNow())
  return {
    position,
    eta: data?.eta ? { seconds: data.eta.duration_in_secs, range: data.eta.range ?? null } : null,
    /** loaded, and there is no position */
    lost: position === null && (data !== undefined || isError),
  }
}

/** The later of a received position and the one that was asked for. Ignores a received one of another booking. */
export const newestPosition = (
  id: string,
  received: TripPosition | null,
  asked: TripPosition | null,
  now: number,
): TripPosition | null => {
  if (received?.bookingId !== id) return asked
  return asked !== null && isNewer(asked.at, received.at, now) ? asked : received
}
