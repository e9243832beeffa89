import { Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './trip.module.css'

/** Search for a driver; with a retry when none was found. */
export const Searching = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const again = useMove(bookingsCalls.searchAgain)
  if (trip.status !== 'NEW' || trip.search === null) return null
  if (trip.search.state === 'waiting')
    return <Text c="dimmed">{t(trip.bookLater ? 'trip_wait_later' : 'trip_wait_office')}</Text>
  if (trip.search.state === 'no-driver')
    return (
      <Stack gap="md">
        <Text c="dimmed">{t('trip_no_driver_lead')}</Text>
        <Button
          size="lg"
          leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate({ params: { id: trip.id }, body: {} })}
        >
          {t('trip_search_again')}
        </Button>
      </Stack>
    )
  return (
    <Stack gap={6}>
      <span className={classes.sweep} aria-hidden="true" />
      <Text c="dimmed">{t('trip_search_lead', { place: trip.pickup.add })}</Text>
      {trip.search.until !== null && (
        <Text size="xs" c="dimmed">
          {t('trip_search_until', { time: format.date(trip.search.until, 'time') })}
        </Text>
      )}
    </Stack>
  )
}
