import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useCancellation } from '../booking-parts/booking-queries.ts'
import { FreeBecause } from '../booking-parts/FreeBecause.tsx'
import { useFormat } from '../platform/use-format.ts'

/** What cancelling costs the rider now, from when it costs more, and why it is free [design/money-21]. */
export const CancelTerms = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const open = trip.status === 'ACCEPTED'
  const { cancellation } = useCancellation(trip.id, trip.version, open)
  if (!open || cancellation === undefined) return null
  const { fee, rises, free } = cancellation
  if (free !== null) return <FreeBecause free={free} />
  const then = rises && { time: format.date(rises.at, 'time'), amount: format.money(rises.fee) }
  if (fee === 0 && then === null) return null
  return (
    <Text size="sm">
      {fee > 0 ? t('cancel_costs', { amount: format.money(fee) }) : then && t('cancel_free_until', then)}
    </Text>
  )
}
