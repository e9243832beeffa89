import { Button, CloseButton, NativeSelect, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import type { DashboardCar } from '@remis/domain/dashboard/dashboard-api'
import { staleSeconds } from '@remis/domain/dashboard/attention'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useMapStyle } from '../platform/page/map-style.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { roundedBox } from '../ui/map/bounds.ts'
import type { MapBox } from '../ui/map/map-props.ts'
import { shapeOfPicture } from '../ui/map/fleet/vehicle-shapes.ts'
import { MapView } from '../ui/MapView.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import classes from './dashboard.module.css'
import { carsQuery } from './dashboard-queries.ts'
import { firstPlace, followPlace } from './own-place.ts'

type State = DashboardCar['state'] | 'stale'
const states: readonly State[] = ['free', 'pickup', 'trip', 'stale']

/** The map of active drivers around the reader [reports-4], [places-11]. */
export const CarsMap = () => {
  const { t } = useTranslation()
  const look = useMapStyle()
  const [place, setPlace] = useState(firstPlace)
  useEffect(() => followPlace(setPlace), [])
  const [box, setBox] = useState<MapBox | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [type, setType] = useState('')
  const [hidden, setHidden] = useState<readonly State[]>([])
  const [listed, setListed] = useState(false)
  const { data, error, refetch } = useQuery(carsQuery(box))
  const rows = data?.rows
  // cars become stale while the calls fail [design/tracking-47]
  const now = Math.max(useNow(5000), data?.now ?? 0)
  const stateOf = useCallback(
    (car: DashboardCar): State => (now - car.at > staleSeconds * 1000 ? 'stale' : car.state),
    [now],
  )
  const shown = useMemo(
    () => (rows ?? []).filter((car) => (type === '' || car.carType === type) && !hidden.includes(stateOf(car))),
    [rows, type, hidden, stateOf],
  )
  const types = useMemo(
    () => [...new Set((rows ?? []).flatMap(({ carType }) => (carType === null ? [] : [carType])))].sort(),
    [rows],
  )
  const cars = useMemo(
    () =>
      shown.map((car) => ({
        id: car.id,
        at: { lat: car.lat, lng: car.lng },
        heading: car.heading,
        state: car.state,
        shape: shapeOfPicture(car.image),
        stale: stateOf(car) === 'stale',
      })),
    [shown, stateOf],
  )
  const onView = useCallback((view: MapBox) => setBox(roundedBox(view)), [])
  const fleet = useMemo(() => ({ cars, chosen, onChoose: setChosen, onView }), [cars, chosen, onView])
  const opened = shown.find(({ id }) => id === chosen)
  const count = (state: State) => (rows ?? []).filter((car) => stateOf(car) === state).length
  const toggle = (state: State) =>
    setHidden(hidden.includes(state) ? hidden.filter((one) => one !== state) : [...hidden, state])
  return (
    <section className={classes.map} aria-labelledby="dashboard-map">
      <VisuallyHidden>
        <h2 id="dashboard-map">{t('dashboard_map')}</h2>
      </VisuallyHidden>
      <div className={classes.filters}>
        <fieldset aria-label={t('dashboard_states')} className={classes.legend}>
          {states.map((state) => (
            <button
              key={state}
              type="button"
              data-state={state}
              aria-pressed={!hidden.includes(state)}
              onClick={() => toggle(state)}
            >
              <i aria-hidden="true" />
              {t(`dashboard_${state}`)}
              {rows !== undefined && <span>{count(state)}</span>}
            </button>
          ))}
        </fieldset>
        {types.length > 1 && (
          <NativeSelect
            size="sm"
            aria-label={t('dashboard_car_types')}
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
            data={[{ value: '', label: t('dashboard_car_types_all') }, ...types]}
          />
        )}
      </div>
      {place !== undefined && 'failed' in place && (
        <Text c="var(--remis-danger)" size="sm" component="output">
          {t(place.failed)}
        </Text>
      )}
      <div className={classes.frame}>
        {place === undefined ? (
          <Skeleton height="100%" />
        ) : (
          <MapView
            {...look}
            // a position that comes late begins the map again
            key={'at' in place ? 'own' : 'operator'}
            {...('at' in place ? { center: place.at } : {})}
            label={t('dashboard_map')}
            fleet={fleet}
          />
        )}
        {opened !== undefined && (
          <CarCard car={opened} state={stateOf(opened)} now={now} onClose={() => setChosen(null)} />
        )}
      </div>
      {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
      <div className={classes.under}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {rows?.length === 0
            ? t('dashboard_no_cars')
            : data?.more === true
              ? t('dashboard_map_more', { count: rows?.length ?? 0 })
              : ''}
        </Text>
        <Button size="sm" variant="subtle" aria-expanded={listed} onClick={() => setListed(!listed)}>
          {t('dashboard_car_list')}
        </Button>
      </div>
      {listed && (
        <ul className={classes.cars}>
          {shown.map((car) => (
            <li key={car.id}>
              <CarLine car={car} state={stateOf(car)} now={now} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface CarProps {
  readonly car: DashboardCar
  readonly state: State
  readonly now: number
}

const CarLine = ({ car, state, now }: CarProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Link to={paths.person(car.id)} aria-label={`${t('dashboard_car_person')}: ${car.name}`}>
        <bdi>{car.name}</bdi>
      </Link>
      <span>
        {t(`dashboard_${car.state}`)}
        {state === 'stale' && ` · ${t('dashboard_stale')}`}
        {[car.vehicle_number, car.carType].filter(Boolean).map((word) => (
          <span key={word}>
            {' · '}
            <bdi>{word}</bdi>
          </span>
        ))}
        {' · '}
        {t('dashboard_car_seen', { time: format.ago(car.at, now) })}
      </span>
      {car.bookingId !== null && (
        <Link to={paths.booking(car.bookingId)} aria-label={`${t('dashboard_car_booking')}: ${car.bookingId}`}>
          <bdi>{car.bookingId}</bdi>
        </Link>
      )}
    </>
  )
}

/** The pressed car. */
const CarCard = ({ car, state, now, onClose }: CarProps & { onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={classes.card}>
      <CloseButton aria-label={t('close')} onClick={onClose} />
      <CarLine car={car} state={state} now={now} />
    </div>
  )
}
