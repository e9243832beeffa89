import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { tripReviewCalls } from '@remis/domain/booking/booking-routes'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import { useLooked, useTripReview } from './trip-review-query.ts'

/**
 * The flags of a fare, the amount that replaced the computed one, and the button that marks it as checked
 * [design/moves-62] [design/moves-69].
 */
export const FareChecks = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const flags = booking.fareFlags ?? []
  const { computed, final } = booking.fare ?? {}
  const check = useTripReview(booking).data?.fareCheck ?? null
  const looked = useLooked(booking.id, tripReviewCalls.checkFare)
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
      {check !== null && check.checkedAt === null && (
        <EditButton mt="sm" size="md" variant="default" loading={looked.isPending} onClick={() => looked.mutate()}>
          {t('fare_check')}
        </EditButton>
      )}
      {check !== null && check.checkedAt !== null && check.checkedBy !== null && (
        <Text size="sm" mt="xs">
          {t('fare_checked', { name: check.checkedBy, time: format.date(check.checkedAt, 'date-time') })}
        </Text>
      )}
    </Alert>
  )
}
