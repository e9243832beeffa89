import type { FollowedTrip } from '@remis/domain/guest-links/guest-links-api'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { framedPoints } from '../../booking-parts/framed-points.ts'
import { nextPoint } from '../../booking-parts/use-route-ahead.ts'
import { decodeLine } from '../../ui/map/decode-line.ts'
import { useTripPins } from '../../ui/map/use-trip-pins.ts'
import { useMapStyle } from '../../platform/page/map-style.ts'
import { useMapPadding } from '../../ui/MapScreen.tsx'
import { MapView } from '../../ui/MapView.tsx'
import { shapeOfPicture } from '../../ui/map/fleet/vehicle-shapes.ts'
import type { MapCar } from '../../ui/map/map-props.ts'
import { positionAge } from '../trip-state.ts'

/** Pickup, drop, planned way and car of a followed ride. */
export const FollowMap = ({ trip }: { trip: FollowedTrip }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const padding = useMapPadding()
  const { pickup, drop, status, position, coords } = trip
  const route = useMemo(() => decodeLine(coords), [coords])
  const pins = useTripPins(trip)
  const car: MapCar | null = position && {
    at: position,
    heading: position.heading,
    shape: shapeOfPicture(trip.carImage),
    stale: positionAge(position.at, trip.now).look === 'lost',
    label: t('map_car'),
  }
  const center = pickup ?? drop ?? position
  const keep = useMemo(() => {
    // the receiver of a parcel sees only the route to the drop, a driver's link only the car
    if (pickup === null || drop === null) return [position, drop].filter((point) => point !== null)
    const goal = nextPoint({ status, pickup, drop })
    return position !== null && goal !== null
      ? framedPoints(status === 'STARTED' ? route : null, position, [goal])
      : framedPoints(route, null, [pickup, drop])
  }, [status, pickup, drop, position, route])
  return (
    <MapView
      {...look}
      {...(center === null ? {} : { center })}
      label={t('map_of_trip')}
      pins={pins}
      car={car}
      keep={keep}
      padding={padding}
      route={route}
      planned={status !== 'STARTED'}
    />
  )
}
