import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import type { MapViewProps } from './map-props.ts'
import { pathOf, project, rest, type Path } from './path.ts'

/** A car this near to the route is on it, metres. */
const onRoute = 60

/** The route as a path, along which the car glides; null where the car is not on it yet [design/web-191]. */
export const pathOfCar = (route: readonly LatLng[] = [], planned = false): Path | null =>
  planned ? null : pathOf(route)

/** The part of the route from the car on, which is drawn; all of it without a path. */
export const lineAhead = (
  route: readonly LatLng[] | undefined,
  path: Path | null,
  carAt: LatLng | undefined,
): readonly LatLng[] | undefined => {
  if (path === null || carAt === undefined) return route
  const { along, off } = project(path, carAt)
  return off <= onRoute ? rest(path, along) : route
}

export const useLineAhead = ({ route, planned, car }: Pick<MapViewProps, 'route' | 'planned' | 'car'>) => {
  const carAt = car?.at
  const path = useMemo(() => pathOfCar(route, planned), [route, planned])
  const ahead = useMemo(() => lineAhead(route, path, carAt), [route, path, carAt])
  return { path, ahead }
}
