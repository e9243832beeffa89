import type { BookingView } from '@remis/domain/booking/booking-api'
import { staleSeconds } from '@remis/domain/dashboard/attention'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDriverPosition } from '../../booking-parts/use-driver-position.ts'
import { useTripTrack } from '../../booking-parts/use-trip-track.ts'
import { decodeLine } from '../../ui/map/decode-line.ts'
import { shapeOfPicture } from '../../ui/map/fleet/vehicle-shapes.ts'
import { useTripPins } from '../../ui/map/use-trip-pins.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { useMapStyle } from '../../platform/page/map-style.ts'
import { useFormat } from '../../platform/use-format.ts'
import { MapView } from '../../ui/MapView.tsx'
import classes from './page.module.css'

/** The planned way, the driven one, and the car while the trip runs. */
export const PageMap = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const look = useMapStyle()
  const now = useNow(5000)
  const { id, pickup, drop, coords } = booking
  const track = useTripTrack(booking, 'start')
  const { position, eta } = useDriverPosition(id, booking)
  const route = useMemo(() => decodeLine(coords), [coords])
  const pins = useTripPins(booking)
  const keep = useMemo(
    () => [...(position === null ? [] : [{ lat: position.lat, lng: position.lng }]), ...route, pickup, drop],
    [position, route, pickup, drop],
  )
  const stale = position !== null && now - position.at > staleSeconds * 1000
  return (
    <div className={classes.mapPart}>
      <div className={classes.map}>
        <MapView
          {...look}
          center={pickup}
          label={t('map_of_track')}
          pins={pins}
          keep={keep}
          route={route}
          planned={booking.status !== 'STARTED'}
          car={
            position && {
              at: position,
              heading: position.heading,
              shape: shapeOfPicture(booking.carImage),
              stale,
              label: t('map_car'),
            }
          }
          {...(track && track.length > 1 ? { track } : {})}
        />
      </div>
      {position !== null && (
        <p className={classes.under}>
          {t('assign_seen', { time: format.ago(position.at, now) })}
          {eta !== null && ` · ${t('panel_away', { time: format.duration(eta.seconds, eta.range) })}`}
        </p>
      )}
    </div>
  )
}
