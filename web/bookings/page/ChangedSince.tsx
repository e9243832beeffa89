import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Alert.layer.css'
import { Alert, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { EventList } from './EventList.tsx'
import { eventsQuery } from './record-queries.ts'
import classes from '../bookings.module.css'

interface Props {
  readonly booking: BookingView
  /** the reader knew the booking up to this version */
  readonly version: number
}

/** The moves since a version; closed by the reader. */
export const ChangedSince = ({ booking, version }: Props) => {
  const { t } = useTranslation()
  const { data } = useQuery(eventsQuery(booking))
  const rows = data?.rows.filter((row) => row.version !== null && row.version > version) ?? []
  return (
    <Alert
      color="yellow"
      classNames={{ root: classes.notice, title: classes.noticeTitle }}
      role="alert"
      title={t('changed_title')}
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={() => queryClient.setQueryData(bookingKeys.stale(booking.id), null)}
    >
      {data !== undefined && rows.length === 0 ? (
        <Text size="sm">{t('changed_nothing')}</Text>
      ) : (
        <EventList booking={booking} rows={rows} />
      )}
    </Alert>
  )
}
