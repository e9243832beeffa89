import '../ui/mantine-parts.ts'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { openStatuses } from '@remis/domain/booking/statuses'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { useLiveLink } from '../platform/live/live.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { keyOf } from '../platform/show-message.ts'
import { useSoundBlocked } from '../platform/sound.ts'
import { useSession } from '../platform/api/session.ts'
import { MapScreen } from '../ui/MapScreen.tsx'
import { DriveHome } from './DriveHome.tsx'
import { liveOffers, useOffers } from './offers/use-offers.ts'
import { DriveTrip } from './trip/DriveTrip.tsx'
import { forgetTrip, isWorking, useDriverDay } from './use-driver-day.ts'
import { useWhereabouts } from './positions/use-position-watch.ts'

/** `/drive` [design/web-1]: switch and offers between trips, else the trip step by step. */
export const DrivePage = () => {
  const { t } = useTranslation()
  useLiveLink()
  const { user } = useSession()
  const { day, error, refetch, turn } = useDriverDay()
  const where = useWhereabouts()
  // An ended trip stays on the screen until the driver closes it.
  const [trip, setTrip] = useState<string | null>(null)
  const hasEnded = useHasEnded(trip)
  const active = day?.activeBooking ?? null
  // the reply to Accept may be lost, or another device accepted [design/web-177]
  if (active !== null && active !== trip && (trip === null || hasEnded)) setTrip(active)

  // also during a trip: its presses unblock the sound for the next request
  const silent = useSoundBlocked(isWorking(day))

  if (user === null) return null
  if (day === undefined)
    return error === null ? (
      <MapScreen label={t('drive_switch')} map={null}>
        <Stack aria-busy="true">
          <Skeleton height={112} />
          <Skeleton height={52} />
          <Skeleton height={200} />
        </Stack>
      </MapScreen>
    ) : (
      <Stack p="lg" role="alert" align="flex-start">
        <Title order={1} size="h3">
          {t('drive_failed')}
        </Title>
        <Text c="dimmed">{t(keyOf(error))}</Text>
        <Button size="md" onClick={() => void refetch()}>
          {t('try_again')}
        </Button>
      </Stack>
    )
  const home = <DriveHome day={day} where={where} silent={silent} turn={turn} onAccepted={setTrip} />
  if (trip === null) return home
  const shown = (
    <DriveTrip
      key={trip}
      id={trip}
      driver={user.id}
      where={where}
      onDone={() => {
        setTrip(null)
        forgetTrip(trip)
      }}
    />
  )
  return hasEnded ? <WhileNoOffer home={home}>{shown}</WhileNoOffer> : shown
}

/** From the cache, which the trip on screen and live events keep up to date. */
const useHasEnded = (trip: string | null): boolean => {
  const { data } = useQuery({ ...bookingQuery(trip ?? ''), enabled: false })
  return trip !== null && data !== undefined && !openStatuses.includes(data.status)
}

interface WhileNoOfferProps {
  /** shows the requests */
  readonly home: ReactElement
  readonly children: ReactElement
}

/** An ended trip, replaced by an open request: otherwise the request would expire unseen. */
const WhileNoOffer = ({ home, children }: WhileNoOfferProps) => {
  const offers = useOffers()
  const now = useNow(1000)
  return liveOffers(offers, {}, now).length > 0 ? home : children
}
