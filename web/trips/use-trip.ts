import type { BookingView } from '@remis/domain/booking/booking-api'
import type { TripPosition } from '@remis/domain/tracking/tracking-api'
import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { useConnection } from '../platform/live/connection.ts'
import { followPosition, useLiveLink } from '../platform/live/live.ts'
import { useRouteAhead } from '../booking-parts/use-route-ahead.ts'
import { useTripTrack } from '../booking-parts/use-trip-track.ts'
import { isArrived, isTracked } from './trip-state.ts'

/** A trip with live updates: booking, car, route ahead and track. */
export const useTrip = (id: string) => {
  useLiveLink()
  const connection = useConnection()
  // Polls while the live link is down; a proxy may refuse it.
  const {
    data: trip,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(id),
    // The booking form leaves it in the cache, and an event may have come before this page's code was loaded.
    refetchOnMount: 'always',
    refetchInterval: connection === 'online' ? false : 8000,
  })
  const { position, eta, lost } = useDriver(id, trip)
  const route = useRouteAhead(trip, position)
  const track = useTripTrack(trip, 'end')
  const arrived = trip !== undefined && isArrived(trip.status)
  return { trip, error, refetch, position, eta, lost, route, track: arrived ? track : undefined }
}
export type TripState = ReturnType<typeof useTrip>

const useDriver = (id: string, trip: BookingView | undefined) => {
  // at the drop the car stays on the map until the ride is paid
  const tracked = trip !== undefined && (isTracked(trip.status) || trip.status === 'REACHED')
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
  const asked = data?.position ?? null
  const position = received !== null && received.at >= (asked?.at ?? 0) ? received : asked
  return {
    position,
    eta: data?.eta?.duration_in_secs ?? null,
    /** loaded, and there is no position */
    lost: position === null && (data !== undefined || isError),
  }
}

/**
 * Opens the ride that takes the place of the one on screen when its driver cancels [design/moves-82]. A ride that was
 * already cancelled when the page opened stays, with a link.
 */
export const useSuccessor = (trip: BookingView | undefined): void => {
  const navigate = useNavigate()
  const watched = useRef<string | null>(null)
  const { id, status, successor } = trip ?? {}
  useEffect(() => {
    if (id === undefined) return
    if (status !== 'CANCELLED') watched.current = id
    else if (successor && watched.current === id) void navigate({ to: paths.trip(successor), replace: true })
  }, [id, status, successor, navigate])
}
