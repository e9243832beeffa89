import type { LatLng } from '@remis/domain/kit/distance'
import { boundsOf } from '../ui/map/bounds.ts'
import { pathOf, project, rest } from '../ui/map/path.ts'

/**
 * What the map of a ride keeps in view: the car and its goal, or pickup and drop, with the line between them, of which
 * the driven part is left out. The line contributes two corners, so the number of points is constant while the car
 * drives. The last point is the goal.
 */
export const framedPoints = (line: readonly LatLng[] | null, car: LatLng | null, ends: readonly LatLng[]): LatLng[] => {
  const path = line === null ? null : pathOf(line)
  if (path === null) return car === null ? [...ends] : [car, ...ends]
  const ahead = car === null ? path.points : rest(path, project(path, car).along)
  const [[west, south], [east, north]] = boundsOf(ahead)
  return [{ lat: south, lng: west }, { lat: north, lng: east }, ...(car === null ? [] : [car]), ...ends]
}
