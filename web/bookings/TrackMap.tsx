import { decode } from '@googlemaps/polyline-codec'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { trackingCalls } from '@remis/domain/tracking/tracking-routes'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { useMapStyle } from '../platform/page/map-style.ts'
import { MapView } from '../ui/MapView.tsx'
import classes from './bookings.module.css'

/** The planned way, or the driven one once there is any. */
export const TrackMap = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const { id, pickup, drop, coords } = booking
  const { data: track } = useQuery({
    queryKey: bookingKeys.track(id),
    enabled: booking.startTime !== null,
    refetchInterval: booking.status === 'STARTED' ? 15_000 : false,
    queryFn: async () => (await call(trackingCalls.track, { params: { id } })).rows,
  })
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
