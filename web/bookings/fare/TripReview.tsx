import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { tripReviewCalls } from '@remis/domain/booking/booking-routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { showError } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'

/** Why this trip waits for the office, what it withholds, and the button that releases it [design/privacy-20]. */
export const TripReview = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const over = booking.endTime !== null && booking.fareFlags !== undefined
  const key = [...bookingKeys.corrections(booking.id), 'review']
  const { data } = useQuery({
    queryKey: [...key, booking.version],
    enabled: over,
    queryFn: () => call(tripReviewCalls.read, { params: { id: booking.id } }),
  })
  const release = useMutation({
    mutationFn: () => call(tripReviewCalls.release, { params: { id: booking.id }, body: {} }),
    onError: showError,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: key }),
        queryClient.invalidateQueries({ queryKey: bookingKeys.lists }),
      ]),
  })
  const review = data?.review ?? null
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
