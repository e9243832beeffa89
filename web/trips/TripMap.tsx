import { useNow } from '../platform/api/server-clock.ts'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapStyle } from '../platform/page/map-style.ts'
import { framedPoints } from '../booking-parts/framed-points.ts'
import { nextPoint } from '../booking-parts/use-route-ahead.ts'
import { useTripPins } from '../ui/map/use-trip-pins.ts'
import { useMapPadding } from '../ui/MapScreen.tsx'
import { MapView } from '../ui/MapView.tsx'
import { shapeOfPicture } from '../ui/map/fleet/vehicle-shapes.ts'
import type { MapCar } from '../ui/map/map-props.ts'
import { positionAge } from './trip-state.ts'
import type { TripState } from './use-trip.ts'

/** Pickup, drop, route and car; keeps the car, its next point and the way between in view. */
export const TripMap = ({ state }: { state: TripState & { trip: NonNullable<TripState['trip']> } }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const padding = useMapPadding()
  const now = useNow(5000)
  const { trip, position, route, track } = state
  const { pickup, drop, status } = trip

  const pins = useTripPins(trip)
  const car: MapCar | null = position && {
    at: position,
    heading: position.heading,
    shape: shapeOfPicture(trip.carImage),
    stale: positionAge(position.at, now).look === 'lost',
    label: t('map_car'),
  }
  const keep = useMemo((): readonly LatLng[] => {
    const goal = nextPoint({ status, pickup, drop })
    if (position !== null && goal !== null) return framedPoints(route, position, [goal])
    return framedPoints(track ?? route, null, [pickup, drop])
  }, [status, pickup, drop, position, route, track])
  const searching = status === 'NEW' && trip.search?.state === 'searching'

  return (
    <MapView
      {...look}
      center={pickup}
      label={t('map_of_trip')}
      pins={pins}
      car={car}
      keep={keep}
      padding={padding}
      pulse={searching ? pickup : null}
      {...(route ? { route } : {})}
      {...(track ? { track } : {})}
    />
  )
}
