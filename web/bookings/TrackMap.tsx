import { decode } from '@googlemaps/polyline-codec'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTripTrack } from '../booking-parts/use-trip-track.ts'
import { useMapStyle } from '../platform/page/map-style.ts'
import { MapView } from '../ui/MapView.tsx'
import classes from './bookings.module.css'

/** The planned way, or the driven one once there is any. */
export const TrackMap = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const { pickup, drop, coords } = booking
  const track = useTripTrack(booking, 'start')
  const route = useMemo(() => (coords === '' ? [] : decode(coords, 5).map(([lat, lng]) => ({ lat, lng }))), [coords])
  const pins = useMemo(
    () => [
      { id: 'pickup', kind: 'pickup' as const, at: pickup, label: t('map_pickup', { place: pickup.add }) },
      { id: 'drop', kind: 'drop' as const, at: drop, label: t('map_drop', { place: drop.add }) },
    ],
    [pickup, drop, t],
  )
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
