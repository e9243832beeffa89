import { decode } from '@googlemaps/polyline-codec'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Status } from '@remis/domain/booking/statuses'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { pathOf, project } from '../ui/map/path.ts'
import { nextPoint } from './next-point.ts'
import { useRouteTo } from './use-route-to.ts'

/** Beside the planned way by more than this the car drives another one, metres. */
const strayed = 120

const planShown: ReadonlySet<Status> = new Set<Status>(['PAYMENT_PENDING', 'NEW', 'ARRIVED', 'STARTED'])

/** The line to draw: the plan of the quote, or the way from the car to its next point where that is another. */
export const useWayAhead = (trip: BookingView | undefined, car: LatLng | null): readonly LatLng[] | null => {
  const coords = trip?.coords
  const planned = useMemo(() => (coords ? decode(coords, 5).map(([lat, lng]) => ({ lat, lng })) : null), [coords])
  const goal = trip === undefined ? null : nextPoint(trip)
  const onPlan = useMemo(() => {
    if (trip?.status !== 'STARTED' || planned === null) return false
    const path = pathOf(planned)
    return path !== null && (car === null || project(path, car).off < strayed)
  }, [trip?.status, planned, car])
  const found = useRouteTo(onPlan ? null : car, goal)
  if (trip === undefined) return null
  if (goal !== null && !onPlan && found !== null) return found
  return planShown.has(trip.status) ? planned : null
}
