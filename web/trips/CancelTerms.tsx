import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { isConfirmedArrival } from '@remis/domain/booking/booking-status'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { useTranslation } from 'react-i18next'
import { useCancellation } from '../booking-parts/booking-queries.ts'
import { FreeBecause } from '../booking-parts/cancel/FreeBecause.tsx'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat } from '../platform/use-format.ts'

/**
 * What cancelling costs the rider now and why, from when it costs more, and why it is free; at the pickup what a
 * no-show costs, and from when [design/money-21].
 */
export const CancelTerms = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const open = trip.status === 'ACCEPTED' || isConfirmedArrival(trip)
  const { cancellation } = useCancellation(trip.id, trip.version, open)
  if (!open || cancellation === undefined) return null
  const { fee, rises, free, noShow } = cancellation
  if (free !== null) return <FreeBecause free={free} />
  if (noShow !== null) return <NoShow {...noShow} />
  const then = rises && { time: format.date(rises.at, 'time'), amount: format.money(rises.fee) }
  if (fee > 0) return <CostsNow fee={fee} since={trip.acceptedAt} />
  return then === null ? null : <Text size="sm">{t('cancel_free_until', then)}</Text>
}

const CostsNow = ({ fee, since }: { fee: number; since: number | null }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Text size="sm">
      {t('cancel_costs', { amount: format.money(fee) })}{' '}
      {since !== null && t('cancel_costs_since', { time: format.date(since, 'time') })}
    </Text>
  )
}

/** Nothing while the wait is still to come: the driver of a ride for later is early [design/moves-108]. */
const NoShow = ({ since, from, fee }: NonNullable<CancellationView['noShow']>) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  if (now < since) return null
  const times = { since: format.date(since, 'time'), time: format.date(from, 'time') }
  return (
    <Text size="sm" aria-live="polite">
      {fee > 0 ? t('no_show_waits', { ...times, amount: format.money(fee) }) : t('no_show_waits_free', times)}
    </Text>
  )
}
