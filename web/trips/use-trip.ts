import { decode } from '@googlemaps/polyline-codec'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { trackingApi, type TripPosition } from '@remis/domain/tracking/tracking-api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { bookingKeys } from '../platform/booking-cache.ts'
import { bookingQuery } from '../platform/booking-queries.ts'
import { call } from '../platform/call.ts'
import { useConnection } from '../platform/connection.ts'
import { followPosition, useLiveLink } from '../platform/live.ts'
import { useRouteTo } from '../platform/use-route-to.ts'
import { pathOf, project } from '../ui/map/path.ts'
import { isArrived, isTracked, nextPoint } from './trip-state.ts'

/** Beside the planned way by more than this the car drives another one, metres. */
const strayed = 120

/** A trip as the screen follows it: the booking, its car, the way before it and the way behind. */
export const useTrip = (id: string) => {
  useLiveLink()
  const connection = useConnection()
  // Without the live link (a proxy in between may refuse it) the screen asks by itself.
  const {
    data: trip,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(id),
    refetchInterval: connection === 'online' ? false : 8000,
  })
  const { position, eta } = useDriver(id, trip)
  const route = useWayAhead(trip, position)
  const arrived = trip !== undefined && isArrived(trip.status)
  const { data: track } = useQuery({
    queryKey: bookingKeys.track(id),
    enabled: arrived,
    queryFn: async () => (await call(trackingApi.track, { params: { id } })).rows,
  })
  return { trip, error, refetch, position, eta, route, track: arrived ? track : undefined }
}
export type TripState = ReturnType<typeof useTrip>

const useDriver = (id: string, trip: BookingView | undefined) => {
  const tracked = trip !== undefined && isTracked(trip.status)
  const [heard, setHeard] = useState<TripPosition | null>(null)
  useEffect(() => followPosition(id, setHeard), [id])
  const { data } = useQuery({
    // The next point changes with the status, and the time to it.
    queryKey: [...bookingKeys.position(id), trip?.status],
    enabled: tracked,
    refetchInterval: 10_000,
    queryFn: () => call(trackingApi.last, { params: { id } }),
  })
  if (!tracked) return { position: null, eta: null }
  const asked = data?.position ?? null
  const position = heard !== null && heard.at >= (asked?.at ?? 0) ? heard : asked
  return { position, eta: data?.eta?.duration_in_secs ?? null }
}

const useWayAhead = (trip: BookingView | undefined, position: LatLng | null): readonly LatLng[] | null => {
  const coords = trip?.coords
  const planned = useMemo(() => (coords ? decode(coords, 5).map(([lat, lng]) => ({ lat, lng })) : null), [coords])
  const goal = trip === undefined ? null : nextPoint(trip)
  const onPlan = useMemo(() => {
    if (trip?.status !== 'STARTED' || planned === null) return false
    const path = pathOf(planned)
    return path !== null && (position === null || project(path, position).off < strayed)
  }, [trip?.status, planned, position])
  const found = useRouteTo(onPlan ? null : position, goal)
  if (trip === undefined || isArrived(trip.status) || trip.status === 'CANCELLED') return null
  if (goal === null || onPlan) return planned
  return found ?? (trip.status === 'STARTED' ? planned : null)
}
