import { Text } from '@mantine/core'
import { staleSeconds } from '@remis/domain/dashboard/attention'
import type { DashboardCar } from '@remis/domain/dashboard/dashboard-api'
import { dashboardCalls } from '@remis/domain/dashboard/dashboard-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenPlace, type BookingDraft, type DraftPlace } from '../../booking-parts/booking-draft.ts'
import { useCarTypes, usePrices } from '../../booking-parts/use-prices.ts'
import { call } from '../../platform/api/call.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { useMapStyle } from '../../platform/page/map-style.ts'
import { useFormat } from '../../platform/use-format.ts'
import { decodeLine } from '../../ui/map/decode-line.ts'
import { roundedBox } from '../../ui/map/bounds.ts'
import type { MapBox, MapPin } from '../../ui/map/map-props.ts'
import { MapView } from '../../ui/MapView.tsx'
import classes from './caller.module.css'

/** The free ones with a recent position, of the car type with this name or of all. `now`: ms. */
export const freeCars = <Car extends Pick<DashboardCar, 'state' | 'at' | 'carType'>>(
  cars: readonly Car[],
  now: number,
  carType: string | undefined,
): Car[] =>
  cars.filter(
    (car) =>
      car.state === 'free' && now - car.at <= staleSeconds * 1000 && (carType === undefined || car.carType === carType),
  )

/** Free cars in view. */
const useFreeCars = (box: MapBox | null, carType: string | undefined) => {
  const { data } = useQuery({
    queryKey: ['free-cars', box],
    enabled: box !== null,
    staleTime: 0,
    gcTime: 30_000,
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
    queryFn: () => call(dashboardCalls.cars, { query: box ?? {} }),
  })
  // cars become stale while the calls fail [design/tracking-47]
  const now = Math.max(useNow(5000), data?.now ?? 0)
  return useMemo(() => data && freeCars(data.rows, now, carType), [data, now, carType])
}

/** Pickup and drop, as far as they are chosen. */
export const endPins = (pickup: DraftPlace | null, drop: DraftPlace | null): MapPin[] =>
  ([pickup, drop] as const).flatMap((place, index) =>
    place === null
      ? []
      : [
          {
            id: String(index),
            kind: index === 0 ? ('pickup' as const) : ('drop' as const),
            at: place,
            label: place.add,
          },
        ],
  )

/** The way of the booking that is being made, and the free cars of its type, beside the form [booking-74]. */
export const BookingMap = ({ draft }: { draft: BookingDraft }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const look = useMapStyle()
  const [pickup, drop] = [chosenPlace(draft.pickup), chosenPlace(draft.drop)]
  const { data: cars } = useCarTypes()
  const { data: prices } = usePrices(pickup, drop, true, draft.later ? draft.tripdate : null)
  const [box, setBox] = useState<MapBox | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const free = useFreeCars(box, cars?.find(({ id }) => id === draft.carType)?.name)
  const polyline = pickup === null || drop === null ? undefined : prices?.polylinePoints
  const route = useMemo(() => (polyline === undefined ? undefined : decodeLine(polyline)), [polyline])
  const ends = useMemo(() => [pickup, drop].filter((place) => place !== null), [pickup, drop])
  const keep = route !== undefined && route.length > 1 ? route : ends
  const pins = useMemo(() => endPins(pickup, drop), [pickup, drop])
  const shown = useMemo(
    () =>
      (free ?? []).map((car) => ({
        id: car.id,
        at: { lat: car.lat, lng: car.lng },
        heading: car.heading,
        state: 'free' as const,
        stale: false,
      })),
    [free],
  )
  const onView = useCallback((view: MapBox) => setBox(roundedBox(view)), [])
  const fleet = useMemo(() => ({ cars: shown, chosen, onChoose: setChosen, onView }), [shown, chosen, onView])
  const pressed = free?.find(({ id }) => id === chosen)
  const way = route === undefined || prices === undefined ? null : prices
  return (
    <section className={classes.map} aria-label={t('caller_map')}>
      <div className={classes.frame}>
        <MapView
          {...look}
          label={t('caller_map')}
          fleet={fleet}
          pins={pins}
          {...(route === undefined ? {} : { route })}
          {...(keep.length === 0 ? {} : { keep })}
          padding={padding}
        />
      </div>
      <div className={classes.under}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {free === undefined ? '' : t('caller_free', { count: free.length })}
          {pressed !== undefined && (
            <>
              {' · '}
              <bdi>{[pressed.name, pressed.vehicle_number].filter(Boolean).join(t('list_comma'))}</bdi>
            </>
          )}
        </Text>
        {way !== null && (
          <Text size="sm" fw={600}>
            {format.distance(way.distance)} · {format.duration(way.duration, way.durationRange)}
          </Text>
        )}
      </div>
    </section>
  )
}

const padding = { top: 48, bottom: 48, left: 48, right: 64 }
