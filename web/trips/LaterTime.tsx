import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './trip.module.css'

/** When a ride that was booked for later begins, until somebody is on the way. */
export const LaterTime = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (!trip.bookLater || !['PAYMENT_PENDING', 'NEW', 'ACCEPTED'].includes(trip.status)) return null
  return (
    <Text className={classes.later}>
      <IconClock size={20} stroke={1.75} aria-hidden />
      {t('trip_later_at', { time: format.date(trip.tripdate, 'date-time') })}
    </Text>
  )
}
