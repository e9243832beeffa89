import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Status } from '@remis/domain/booking/statuses'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo, useEffect, useRef, useState } from 'react'
import { decodeLine } from '../ui/map/decode-line.ts'
import { pathOf, project, type Path } from '../ui/map/path.ts'
import { placesCalls } from '@remis/domain/places/places-routes'
import { call } from '../platform/api/call.ts'

/** A car farther than this from a route is not following it, metres. */
const strayed = 120

const planShown: ReadonlySet<Status> = new Set<Status>(['PAYMENT_PENDING', 'NEW', 'ARRIVED', 'STARTED'])

/** A driving route: km and seconds of its whole length. */
interface Route {
  readonly line: readonly LatLng[]
  /** of the line; null where it has no length */
  readonly path: Path | null
  readonly km: number
  readonly seconds: number
}

export const routeOf = (line: readonly LatLng[], km: number, seconds: number): Route => ({
  line,
  path: pathOf(line),
  km,
  seconds,
})

export interface RouteAhead {
  /** the line to draw */
  readonly line: readonly LatLng[] | null
  /** from the car to its next point; null while that is not known */
  readonly left: Pick<Route, 'km' | 'seconds'> | null
}

type Plan = Pick<BookingView, 'coords' | 'estimateDistance' | 'estimateTime' | 'undelivered'>

/** The route of the quote; a parcel that goes back leaves it, since it leads to the drop [design/delivery-30]. */
export const plannedRoute = ({ coords, estimateDistance: km, estimateTime: seconds, undelivered }: Plan) =>
  coords && undelivered === null ? routeOf(decodeLine(coords), km, seconds) : null

/** The route of the quote, or a new one from the car to its next point when the car has left it. */
export const useRouteAhead = (trip: BookingView | undefined, car: LatLng | null): RouteAhead => {
  const { coords = '', status, estimateDistance = 0, estimateTime = 0, undelivered = null } = trip ?? {}
  const planned = useMemo(
    () => plannedRoute({ coords, estimateDistance, estimateTime, undelivered }),
    [coords, estimateDistance, estimateTime, undelivered],
  )
  const goal = trip === undefined ? null : nextPoint(trip)
  const onPlan = useMemo(
    () => status === 'STARTED' && planned !== null && (car === null ? planned.path !== null : follows(planned, car)),
    [status, planned, car],
  )
  const found = useRouteTo(onPlan ? null : car, goal)
  const route = onPlan ? planned : found
  const left = useMemo(() => (route === null || car === null ? null : partLeft(route, car)), [route, car])
  const shown = route ?? (status !== undefined && planShown.has(status) ? planned : null)
  return { line: shown?.line ?? null, left }
}

const follows = ({ path }: Route, car: LatLng): boolean => path !== null && project(path, car).off < strayed

/** What is left of a route from the place nearest to the car: its share of the length, in km and in time. */
export const partLeft = ({ path, km, seconds }: Route, car: LatLng): Pick<Route, 'km' | 'seconds'> | null => {
  if (path === null) return null
  const share = 1 - project(path, car).along / path.length
  return { km: km * share, seconds: seconds * share }
}

/** Where the car goes now; null while it waits or after the trip. */
export const nextPoint = <Place extends LatLng>(trip: {
  readonly status: Status
  readonly pickup: Place
  readonly drop: Place
}): Place | null => (trip.status === 'ACCEPTED' ? trip.pickup : trip.status === 'STARTED' ? trip.drop : null)

/** At most one routing request per this time, ms. */
const pause = 20_000

/**
 * The route from a moving point to a fixed one, requested again only when the point has left it. Null before it is
 * loaded.
 */
const useRouteTo = (from: LatLng | null, to: LatLng | null): Route | null => {
  const [found, setFound] = useState<(Route & { readonly goal: string }) | null>(null)
  const asked = useRef({ at: 0, goal: '' })
  const goal = to === null ? '' : `${to.lat},${to.lng}`
  const route = found !== null && found.goal === goal ? found : null

  useEffect(() => {
    if (from === null || to === null) return
    if (route !== null && follows(route, from)) return
    const now = Date.now()
    if (asked.current.goal === goal && now - asked.current.at < pause) return
    asked.current = { at: now, goal }
    call(placesCalls.getRoute, {
      body: { start: { lat: from.lat, lng: from.lng }, dest: { lat: to.lat, lng: to.lng } },
    })
      .then(({ coords, distance, duration }) => {
        const line = coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude }))
        setFound({ goal, ...routeOf(line, distance, duration) })
      })
      .catch(() => undefined) // the map shows both points without a line; the next position retries
  }, [from, to, goal, route])

  return route
}
