import { Button, NumberInput, Text, VisuallyHidden } from '@mantine/core'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { amountDecimals, checkCarTypeEntry } from '@remis/domain/fare/car-type-checks'
import type { ManagedCarType, RateComparisonView } from '@remis/domain/fare/car-types-api'
import { fareOf } from '@remis/domain/fare/fare'
import { carTypeTableCalls } from '@remis/domain/fare/fare-routes'
import { tariffOf } from '@remis/domain/fare/tariff'
import { toMajor } from '@remis/domain/kit/money'
import { kmPerMile } from '@remis/domain/kit/distance'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './RatesPreview.module.css'

interface Props {
  readonly settings: PublicSettings
  /** null while it is incomplete */
  readonly entry: ManagedCarType | null
  /** undefined for a new one */
  readonly row: ManagedCarType | undefined
}

/** The price of an example ride at the rates that are typed, and what last month's bookings would have cost at them. */
export const RatesPreview = ({ settings, entry, row }: Props) => {
  const { t } = useTranslation()
  const valid = entry !== null && checkCarTypeEntry(withLists(entry), amountDecimals(settings), row) === null
  return (
    <section className={classes.preview} aria-label={t('rates_preview')}>
      <h3>{t('rates_preview')}</h3>
      {valid ? (
        <ExampleRide settings={settings} entry={withLists(entry)} />
      ) : (
        <Text c="dimmed">{t('rates_incomplete')}</Text>
      )}
      {valid && row !== undefined && <LastMonth id={row.id} entry={entry} />}
    </section>
  )
}

/** The taxi form has no lists of parcels. */
const withLists = (entry: ManagedCarType): ManagedCarType => ({
  ...entry,
  parcelTypes: entry.parcelTypes ?? [],
  options: entry.options ?? [],
})

const ExampleRide = ({ settings, entry }: { settings: PublicSettings; entry: ManagedCarType }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [distance, setDistance] = useState(8)
  const [minutes, setMinutes] = useState(18)
  const tariff = tariffOf(entry, settings)
  const distanceKm = settings.convert_to_mile ? distance * kmPerMile : distance
  const fare = fareOf(tariff, { distanceKm, seconds: minutes * 60, parcel: 0, option: 0 })
  const money = (minor: number) => format.money(toMajor(minor, tariff.exponent))
  return (
    <>
      <div className={classes.trip}>
        <NumberInput
          hideControls
          size="sm"
          label={t('rates_km')}
          value={distance}
          min={0}
          max={1000}
          suffix={settings.convert_to_mile ? ' mi' : ' km'}
          onChange={(value) => setDistance(Number(value) || 0)}
        />
        <NumberInput
          hideControls
          size="sm"
          label={t('rates_minutes')}
          value={minutes}
          min={0}
          max={1440}
          suffix=" min"
          onChange={(value) => setMinutes(Number(value) || 0)}
        />
      </div>
      <dl className={classes.sums} aria-live="polite">
        <div data-strong>
          <dt>{t('rates_rider_pays')}</dt>
          <dd>{money(fare.tripCost)}</dd>
        </div>
        <div>
          <dt>{t('rates_fee')}</dt>
          <dd>{money(fare.convenienceFees)}</dd>
        </div>
        <div>
          <dt>{t('rates_driver_gets')}</dt>
          <dd>{money(fare.driverShare)}</dd>
        </div>
      </dl>
      {fare.lines.minimum > 0 && (
        <Text size="sm" c="dimmed">
          {t('rates_raised')}
        </Text>
      )}
    </>
  )
}

const ratesOf = (car: ManagedCarType) => ({
  base_fare: car.base_fare,
  rate_per_unit_distance: car.rate_per_unit_distance,
  rate_per_hour: car.rate_per_hour,
  min_fare: car.min_fare,
  convenience_fees: car.convenience_fees,
  convenience_fee_type: car.convenience_fee_type,
})

const LastMonth = ({ id, entry }: { id: string; entry: ManagedCarType }) => {
  const { t } = useTranslation()
  const body = ratesOf(entry)
  const key = JSON.stringify(body)
  const trying = useMutation({
    mutationFn: async () => ({
      key,
      comparison: (await call(carTypeTableCalls.tryRates, { params: { id }, body })).comparison,
    }),
    onError: showError,
  })
  return (
    <>
      <Button variant="light" size="sm" loading={trying.isPending} onClick={() => trying.mutate()}>
        {t('rates_try')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('rates_try_hint')}
      </Text>
      {/* an answer about other rates than those that are typed is not shown */}
      {trying.data?.key === key && <Comparison comparison={trying.data.comparison} />}
    </>
  )
}

const Comparison = ({ comparison }: { comparison: RateComparisonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { trips, sampled, now, next, dearer, cheaper } = comparison
  if (trips === 0) return <output>{t('rates_try_none')}</output>
  const lines = [
    ['rates_total', now.sum, next.sum],
    ['rates_median', now.median, next.median],
    ['rates_fees', now.fees, next.fees],
  ] as const
  return (
    <div className={classes.comparison} aria-live="polite">
      <table>
        <caption>
          {sampled < trips
            ? t('rates_try_sample', { sampled: format.number(sampled), total: format.number(trips) })
            : t('rates_try_of', { number: format.number(trips) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('stale_field')}</VisuallyHidden>
            </th>
            <th scope="col">{t('rates_now')}</th>
            <th scope="col">{t('rates_next')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, before, after]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td>{format.money(before)}</td>
              <td>{format.money(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm">{t('rates_change', { dearer: format.number(dearer), cheaper: format.number(cheaper) })}</Text>
    </div>
  )
}
