import { useDirection } from '@mantine/core'
import type { AlertView } from '@remis/domain/safety/safety-api'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/api/server-clock.ts'
import { useMapStyle } from '../platform/page/map-style.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { shapeOfPicture } from '../ui/map/fleet/vehicle-shapes.ts'
import type { MapPin } from '../ui/map/map-props.ts'
import { MapView } from '../ui/MapView.tsx'
import classes from './desk.module.css'

/** Room for the zoom buttons, which would cover the car. */
const buttonsAtRight = { top: 0, bottom: 0, left: 0, right: 48 }
const buttonsAtLeft = { top: 0, bottom: 0, left: 48, right: 0 }

/** An age from which the car is drawn grey, ms. */
const staleMs = 60_000

/** The position claimed by the phone, and the car's positions then and now; they may differ [design/safety-4]. */
export const AlertPlaces = ({ alert }: { readonly alert: AlertView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const look = useMapStyle()
  const { dir } = useDirection()
  const clock = useNow(10_000)
  const { carImage, claimed, confirmed, now, name, apartKm } = alert
  const car = now ?? confirmed
  const pins = useMemo<readonly MapPin[]>(
    () => (claimed === null ? [] : [{ id: 'phone', kind: 'self', at: claimed, label: t('alert_claimed', { name }) }]),
    [claimed, name, t],
  )
  const keep = useMemo(
    () => [claimed, car].filter((one): one is NonNullable<typeof one> => one !== null),
    [claimed, car],
  )
  const places = [
    { label: t('alert_claimed', { name }), at: claimed },
    { label: t('alert_confirmed'), at: confirmed },
    ...(now === null ? [] : [{ label: t('alert_now'), at: now }]),
  ]
  const [center] = keep
  return (
    <section className={classes.part} aria-labelledby="alert-where">
      <h3 id="alert-where">{t('alert_where')}</h3>
      {center !== undefined && (
        <div className={classes.map}>
          <MapView
            {...look}
            center={center}
            zoom={15}
            label={t('alert_where')}
            pins={pins}
            car={
              car && {
                at: car,
                heading: null,
                shape: shapeOfPicture(carImage),
                stale: clock - car.at > staleMs,
                label: t(now ? 'alert_now' : 'alert_confirmed'),
              }
            }
            keep={keep}
            padding={dir === 'rtl' ? buttonsAtLeft : buttonsAtRight}
          />
        </div>
      )}
      <dl className={classes.places}>
        {places.map(({ label, at }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {at === null ? (
                t('alert_no_position')
              ) : (
                <>
                  <bdi dir="ltr">{written(at)}</bdi>
                  {at.accuracy !== null &&
                    `, ${t('alert_accuracy', { distance: shortOf(format, at.accuracy / 1000) })}`}
                  <small>{format.ago(at.at, clock)}</small>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {apartKm !== null && <p>{t('alert_apart', { distance: shortOf(format, apartKm) })}</p>}
    </section>
  )
}

/** Metres below one kilometre, else the usual unit of distance. */
const shortOf = (format: Format, km: number): string =>
  km >= 1
    ? format.distance(km)
    : new Intl.NumberFormat(format.locale, { style: 'unit', unit: 'meter', maximumFractionDigits: 0 }).format(km * 1000)

/** Coordinates as read out to emergency services. */
const written = ({ lat, lng }: LatLng): string => `${lat.toFixed(5)}, ${lng.toFixed(5)}`
