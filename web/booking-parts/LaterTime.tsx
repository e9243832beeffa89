import { Group, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { showsItsTime } from '@remis/domain/booking/booking-status'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat } from '../platform/use-format.ts'

/** The pickup time of a ride for later. */
export const LaterTime = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(1000)
  if (!showsItsTime(trip, now)) return null
  return (
    <Group gap={8} wrap="nowrap">
      <IconClock size={20} stroke={1.75} aria-hidden style={{ flexShrink: 0 }} />
      <Text fw={600}>{t('trip_later_at', { time: format.date(trip.tripdate, 'date-time') })}</Text>
    </Group>
  )
}
