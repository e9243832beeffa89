import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { tripReviewCalls } from '@remis/domain/booking/booking-routes'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import classes from '../bookings.module.css'
import { useLooked, useTripReview } from './trip-review-query.ts'

/** Why this trip waits for the office, what it withholds, and the button that releases it [design/privacy-20]. */
export const TripReview = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const release = useLooked(booking.id, tripReviewCalls.release)
  const { data, error, refetch } = useTripReview(booking)
  const review = data?.review ?? null
  // also for the fare check, which `FareChecks` reads with the same query
  if (data === undefined && error !== null)
    return <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} className={classes.part ?? ''} />
  if (review === null) return null
  if (review.releasedAt !== null)
    return (
      <Text size="sm" c="dimmed">
        {t('trip_review_released', {
          name: review.releasedBy ?? '',
          time: format.date(review.releasedAt, 'date-time'),
        })}
      </Text>
    )
  return (
    <Alert
      color="yellow"
      classNames={{ root: classes.notice, title: classes.noticeTitle }}
      title={t('trip_review_title')}
    >
      {review.reasons.map((reason) => (
        <Text key={reason} size="sm">
          {t(`trip_review_${reason}`)}
        </Text>
      ))}
      <Text size="sm" mt="xs">
        {t('trip_review_withheld', { amount: format.money(review.withheld) })}
      </Text>
      <EditButton mt="sm" size="md" variant="default" loading={release.isPending} onClick={() => release.mutate()}>
        {t('trip_review_release')}
      </EditButton>
    </Alert>
  )
}
