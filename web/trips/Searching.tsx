import { Button, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wish } from '../booking-parts/use-book-again.ts'
import { useMove } from '../booking-parts/booking-queries.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat } from '../platform/use-format.ts'
import { CancelFirst, OtherWays } from './OtherWays.tsx'
import { noDriverLead, waitLead } from './trip-state.ts'
import classes from './trip.module.css'

/** A search that runs this long says so and offers other ways. */
const nobodyAfterMs = 60_000

/** Search for a driver; with a retry when none was found. */
export const Searching = ({ trip }: { trip: BookingView }) => {
  const [wish, setWish] = useState<Wish | null>(null)
  return (
    <>
      <SearchState trip={trip} onWish={setWish} />
      {wish !== null && <CancelFirst trip={trip} wish={wish} onClose={() => setWish(null)} />}
    </>
  )
}

const SearchState = ({ trip, onWish }: { trip: BookingView; onWish: (wish: Wish) => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const again = useMove(bookingsCalls.searchAgain)
  const now = useNow(5000)
  if (trip.status !== 'NEW' || trip.search === null) return null
  if (trip.search.state === 'waiting') return <Text c="dimmed">{t(waitLead(trip))}</Text>
  if (trip.search.state === 'no-driver')
    return (
      <Stack gap="md">
        <Text c="dimmed">{t(noDriverLead(trip))}</Text>
        <Button
          size="lg"
          leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
          loading={again.isPending}
          onClick={() => again.mutate({ params: { id: trip.id }, body: {} })}
        >
          {t('trip_search_again')}
        </Button>
        {!trip.bookLater && <OtherWays trip={trip} onWish={onWish} />}
      </Stack>
    )
  const long = trip.search.since !== undefined && now - trip.search.since >= nobodyAfterMs
  return (
    <Stack gap={6}>
      <span className={classes.sweep} aria-hidden="true" />
      {!long && <Text c="dimmed">{t('trip_search_lead', { place: trip.pickup.add })}</Text>}
      <output>{long && <Text fw={600}>{t('trip_search_nobody')}</Text>}</output>
      {trip.search.until !== null && (
        <Text size="xs" c="dimmed">
          {t('trip_search_until', { time: format.date(trip.search.until, 'time') })}
        </Text>
      )}
      {long && !trip.bookLater && <OtherWays trip={trip} onWish={onWish} />}
    </Stack>
  )
}
