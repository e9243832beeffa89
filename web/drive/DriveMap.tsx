import type { BookingView } from '@remis/domain/booking/booking-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMapStyle } from '../platform/page/map-style.ts'
import { nextPoint } from '../booking-parts/use-route-ahead.ts'
import { shapeOfPicture } from '../ui/map/fleet/vehicle-shapes.ts'
import { useTripPins } from '../ui/map/use-trip-pins.ts'
import { useMapPadding } from '../ui/MapScreen.tsx'
import { MapView } from '../ui/MapView.tsx'

interface Props {
  readonly trip: BookingView
  readonly position: LatLng | null
  readonly heading: number | null
  readonly route: readonly LatLng[] | null
}

/** The driver's car and the route ahead. */
export const DriveMap = ({ trip, position, heading, route }: Props) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const padding = useMapPadding()
  const { pickup, drop, status } = trip
  const pins = useTripPins(trip)
  const keep = useMemo((): readonly LatLng[] => {
    const goal = nextPoint({ status, pickup, drop }) ?? (status === 'ARRIVED' ? pickup : drop)
    return position === null ? [goal] : [position, goal]
  }, [status, pickup, drop, position])
  return (
    <MapView
      {...look}
      center={pickup}
      label={t('map_of_trip')}
      pins={pins}
      keep={keep}
      padding={padding}
      car={
        position && {
          at: position,
          heading,
          shape: shapeOfPicture(trip.carImage),
          stale: false,
          label: t('map_me'),
        }
      }
      {...(route ? { route } : {})}
    />
  )
}
