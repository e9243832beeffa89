import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'

/** Why the office should look at this fare, and what was charged in place of the computed one [design/moves-62]. */
export const FareChecks = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const flags = booking.fareFlags ?? []
  const { computed, final } = booking.fare ?? {}
  if (flags.length === 0 && computed === undefined) return null
  return (
    <Alert
      color="yellow"
      classNames={{ root: classes.notice, title: classes.noticeTitle }}
      title={flags.length > 0 ? t('fare_flags') : undefined}
    >
      {flags.map((flag) => (
        <Text key={flag} size="sm">
          {t(`fare_flag_${flag}`)}
        </Text>
      ))}
      {computed !== undefined && final && (
        <Text size="sm">
          {t('fare_computed', {
            computed: format.money(computed.total),
            charged: format.money(final.total),
            difference: format.money(Math.abs(computed.total - final.total)),
          })}
        </Text>
      )}
    </Alert>
  )
}
