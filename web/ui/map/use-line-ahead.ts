import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { pathOf, project, rest, type Path } from './path.ts'

/** A car this near to the route is on it, metres. */
const onRoute = 60

/** The route as a path, along which the car glides, and the part of it from the car on, which is drawn. */
export const useLineAhead = (
  route: readonly LatLng[] | undefined,
  carAt: LatLng | undefined,
): { readonly path: Path | null; readonly ahead: readonly LatLng[] | undefined } => {
  const path = useMemo(() => pathOf(route ?? []), [route])
  const ahead = useMemo(() => {
    if (path === null || carAt === undefined) return route
    const { along, off } = project(path, carAt)
    return off <= onRoute ? rest(path, along) : route
  }, [path, carAt, route])
  return { path, ahead }
}
