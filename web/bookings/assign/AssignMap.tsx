import type { BookingView } from '@remis/domain/booking/booking-api'
import { staleSeconds } from '@remis/domain/dashboard/attention'
import type { AssignableDriver } from '@remis/domain/dispatch/assign-api'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTripPins } from '../../ui/map/use-trip-pins.ts'
import { useMapStyle } from '../../platform/page/map-style.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { MapView } from '../../ui/MapView.tsx'
import classes from './assign.module.css'

interface Props {
  readonly booking: BookingView
  readonly rows: readonly AssignableDriver[] | undefined
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** The view begins with this many of the soonest drivers. */
const framed = 6
/** The buttons of the map are on one of its sides. */
const padding = { top: 0, bottom: 16, left: 40, right: 40 }

/** The drivers around the pickup; a press on a car chooses it in the list, and the chosen one has a ring. */
export const AssignMap = ({ booking, rows, chosen, onChoose }: Props) => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const now = useNow(10_000)
  const { pickup } = booking
  const pins = useTripPins(booking)
  const cars = useMemo(
    () =>
      (rows ?? []).map(({ id, lat, lng, seenAt, busy }) => ({
        id,
        at: { lat, lng },
        heading: null,
        state: busy ? ('trip' as const) : ('free' as const),
        stale: now - seenAt > staleSeconds * 1000,
      })),
    [rows, now],
  )
  const fleet = useMemo(
    () => ({
      cars,
      chosen,
      // a press beside the cars keeps the choice
      onChoose: (id: string | null) => id !== null && onChoose(id),
      onView: () => undefined,
    }),
    [cars, chosen, onChoose],
  )
  // Framed once: the list is read again while the reader looks at the map.
  const [first, setFirst] = useState<AssignableDriver[] | null>(null)
  if (first === null && rows !== undefined) setFirst(rows.slice(0, framed))
  const keep = useMemo(() => [...(first ?? []).map(({ lat, lng }) => ({ lat, lng })), pickup], [first, pickup])
  return (
    <div className={classes.map}>
      <MapView
        {...look}
        center={pickup}
        label={t('assign_map')}
        pins={pins}
        fleet={fleet}
        keep={keep}
        padding={padding}
      />
    </div>
  )
}
