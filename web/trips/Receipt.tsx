import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { correctionsCalls } from '@remis/domain/booking/booking-routes'
import { paidStatuses } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { call } from '../platform/api/call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import { afterCorrections, receiptOf } from './receipt-lines.ts'
import classes from './trip.module.css'

/** Date, booking, distance, minutes, extras, promo, payment, and the difference to the quote with its reason. */
export const Receipt = ({ trip, role }: { readonly trip: BookingView; readonly role: Role }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { CompanyName: company = '', taxNumber = '' } = useSettings() ?? {}
  const receipt = receiptOf(trip, format.decimals)
  if (receipt === null) return null
  return (
    <section className={classes.receipt} aria-labelledby="receipt">
      <div>
        <h2 id="receipt">{t('trip_receipt')}</h2>
        <Text size="xs" c="dimmed">
          {format.date(trip.tripdate, 'date-time')} · <bdi>{t('trip_booking_id', { id: trip.id })}</bdi>
        </Text>
      </div>
      <dl>
        <div>
          <dt>{t('trip_receipt_distance')}</dt>
          <dd>{format.distance(receipt.km)}</dd>
        </div>
        <div>
          <dt>{t('trip_receipt_time')}</dt>
          <dd>{format.duration(receipt.seconds)}</dd>
        </div>
        {receipt.lines.map((line) => (
          <div key={line.key} data-strong={line.strong || undefined}>
            <dt>{t(line.key, { what: line.what ?? '' })}</dt>
            <dd>{format.money(line.amount)}</dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed">
        {receipt.change !== null && `${t(receipt.change.key, { amount: format.money(receipt.change.amount) })} `}
        {receipt.charged !== null && t(`trip_charged_${receipt.charged}`)}
      </Text>
      {paidStatuses.includes(trip.status) && (role === 'rider' || role === 'driver') && <Corrections trip={trip} />}
      {taxNumber !== '' && (
        <Text size="xs" c="dimmed">
          <bdi>{company}</bdi> · <bdi>{t('tax_number', { number: taxNumber })}</bdi>
        </Text>
      )}
    </section>
  )
}

/** The office's corrections with their reasons, and the total after them [design/money-33]. */
const Corrections = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    // a correction makes a new version
    queryKey: [...bookingKeys.corrections(trip.id), trip.version],
    queryFn: () => call(correctionsCalls.listOwn, { params: { id: trip.id } }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <dl>
      {rows.map(({ version, at, direction, amount, reason }) => (
        <div key={version}>
          <dt>
            {t('trip_receipt_correction', { date: format.date(at, 'date') })}
            <Text component="span" display="block" size="xs" c="dimmed">
              {reason}
            </Text>
          </dt>
          <dd>{format.money(direction === 'back' ? -amount : amount)}</dd>
        </div>
      ))}
      <div data-strong>
        <dt>{t('trip_receipt_corrected')}</dt>
        <dd>{format.money(afterCorrections(trip, rows))}</dd>
      </div>
    </dl>
  )
}
