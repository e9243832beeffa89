import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import type { MapViewProps } from './map-props.ts'

/** Nearer than this to the road no walk is drawn, metres. */
const least = 15
/** Farther away the end of the route belongs to another place, metres. */
const most = 1000

/**
 * The lines between pins and the ends of the route, where the car stops [design/maps-26]. The route of a car that is on
 * its way begins at the car and ends at the pickup or the drop.
 */
export const walksOf = ({
  route,
  pins = [],
  car,
}: {
  readonly [K in 'route' | 'pins' | 'car']?: MapViewProps[K] | undefined
}): LatLng[][] => {
  const [first, last] = [car ? undefined : route?.[0], route?.at(-1)]
  return [first, last].flatMap((stop) => {
    if (stop === undefined) return []
    const [nearest] = pins
      .filter(({ kind }) => kind !== 'self')
      .map(({ at }) => ({ at, metres: kmBetween(at, stop) * 1000 }))
      .toSorted((a, b) => a.metres - b.metres)
    if (nearest === undefined || nearest.metres < least || nearest.metres > most) return []
    return [[nearest.at, stop]]
  })
}
