import { Skeleton, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../../platform/show-message.ts'
import classes from '../bookings.module.css'
import { EventList } from './EventList.tsx'
import { eventsQuery } from './record-queries.ts'
import { PartTitle } from '../PartTitle.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

/** The whole timeline of a booking [design/web-91]. */
export const EventsPart = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(eventsQuery(booking))
  return (
    <section className={classes.part} aria-label={t('panel_timeline')}>
      <PartTitle>{t('panel_timeline')}</PartTitle>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={160} aria-busy="true" />
        ) : (
          <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.more && <Text c="dimmed">{t('record_more')}</Text>}
          <EventList booking={booking} rows={data.rows} />
        </>
      )}
    </section>
  )
}
