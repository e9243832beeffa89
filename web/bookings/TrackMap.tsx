import type { BookingView } from '@remis/domain/booking/booking-api'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTripTrack } from '../booking-parts/use-trip-track.ts'
import { decodeLine } from '../ui/map/decode-line.ts'
import { useTripPins } from '../ui/map/use-trip-pins.ts'
import { useMapStyle } from '../platform/page/map-style.ts'
import { MapView } from '../ui/MapView.tsx'
import classes from './bookings.module.css'

/** The planned way, or the driven one once there is any. */
export const TrackMap = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const { pickup, drop, coords } = booking
  const track = useTripTrack(booking, 'start')
  const route = useMemo(() => decodeLine(coords), [coords])
  const pins = useTripPins(booking)
  const keep = useMemo(() => [pickup, drop, ...route], [pickup, drop, route])
  return (
    <div className={classes.track}>
      <MapView
        {...look}
        still
        center={pickup}
        label={t('map_of_track')}
        pins={pins}
        keep={keep}
        {...(track && track.length > 1 ? { track } : { route })}
      />
    </div>
  )
}
