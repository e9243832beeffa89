import '../../ui/mantine-parts.ts'
import { Anchor, Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { FollowedTrip } from '@remis/domain/guest-links/guest-links-api'
import { guestLinksCalls } from '@remis/domain/guest-links/guest-links-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { plainCall } from '../../platform/api/plain-call.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { onNextLink } from '../../platform/page/next-link.ts'
import { useFormat } from '../../platform/use-format.ts'
import { MapScreen } from '../../ui/MapScreen.tsx'
import { Plate } from '../../ui/parts/Person.tsx'
import { RouteEnds } from '../../ui/parts/RouteEnds.tsx'
import { Announced } from '../Announced.tsx'
import { PositionAge } from '../PositionAge.tsx'
import { Progress } from '../Progress.tsx'
import { positionAge } from '../trip-state.ts'
import classes from '../trip.module.css'
import { FollowMap } from './FollowMap.tsx'
import follow from './follow.module.css'
import { followSentence } from './follow-sentence.ts'

/** How often the page asks again, ms. */
const everyMs = 5000

/** `/follow#<token>`: a ride that its rider shares, without an account [design/access-100]. */
export const FollowPage = () => (
  <main id="content" tabIndex={-1}>
    <Followed />
  </main>
)

const tokenNow = (): string => window.location.hash.slice(1)

const Followed = () => {
  const { t } = useTranslation()
  // The token stays behind `#`: browsers send that part to no one, and the page can be reloaded.
  const [token, setToken] = useState(tokenNow)
  useEffect(() => onNextLink(() => setToken(tokenNow())), [])
  const {
    data: trip,
    error,
    refetch,
  } = useQuery({
    queryKey: ['followed-trip', token],
    queryFn: () => plainCall(guestLinksCalls.follow, { body: { token } }),
    refetchInterval: ({ state }) => (isEnded(state.error) || state.data?.endedAt ? false : everyMs),
    retry: (count, failure) => !isEnded(failure) && count < 3,
    gcTime: 0,
  })
  if (isEnded(error) || trip === undefined)
    return (
      <MapScreen label={t('map_of_trip')} map={null} foot={<Home />}>
        {isEnded(error) ? <Ended /> : error === null ? <Waiting /> : <Failed onRetry={() => void refetch()} />}
      </MapScreen>
    )
  return (
    <MapScreen label={t('title_follow')} map={<FollowMap trip={trip} />} foot={<Home />}>
      <FollowPanel trip={trip} failed={error !== null} />
    </MapScreen>
  )
}

const isEnded = (error: unknown): boolean => error instanceof AppError && error.key === 'link_ended'

const FollowPanel = ({ trip, failed }: { trip: FollowedTrip; failed: boolean }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { position, driver } = trip
  const age = position === null ? null : positionAge(position.at, trip.now)
  const { key, at } = followSentence(trip, age?.look === 'lost')
  const words = {
    name: trip.rider ?? driver?.name ?? '',
    time: at === undefined ? '' : format.date(at, trip.driver ? 'time' : 'date-time'),
  }
  const car = driver === null ? '' : [driver.vehicleMake, driver.vehicleModel].filter(Boolean).join(' ')
  return (
    <Stack gap={20}>
      <header className={classes.head}>
        <Title order={1} size="h3" className={classes.sentence}>
          {t(key, words)}
        </Title>
        <Announced
          state={failed ? 'follow_not_current' : key}
          text={failed ? t('follow_not_current') : t(key, words)}
        />
        {position !== null && !trip.endedAt && <PositionAge at={position.at} now={trip.now} />}
        {failed && (
          <Text size="xs" className={classes.age} data-look="lost">
            {t('follow_not_current')}
          </Text>
        )}
        {!trip.aborted && <Progress status={trip.status} returned={trip.parcel?.returned === true} />}
      </header>
      {driver !== null && (
        <section className={follow.car} aria-label={t('trip_driver_plain')}>
          <div>
            <Text fw={600}>{driver.name}</Text>
            <Text size="xs" c="dimmed">
              {car === '' ? trip.carType : car}
            </Text>
          </div>
          {driver.vehicle_number !== null && (
            <Plate number={driver.vehicle_number} label={t('trip_plate', { plate: driver.vehicle_number })} />
          )}
        </section>
      )}
      {trip.parcel !== null && <FollowedParcel parcel={trip.parcel} />}
      {trip.drop !== null && (
        <RouteEnds
          from={trip.pickup && { label: t('trip_pickup'), text: trip.pickup.add }}
          to={{ label: t('trip_drop'), text: trip.drop.add }}
        />
      )}
    </Stack>
  )
}

/** What is delivered, and for the receiver the code that the courier asks for [design/delivery-11]. */
const FollowedParcel = ({ parcel }: { parcel: NonNullable<FollowedTrip['parcel']> }) => {
  const { t } = useTranslation()
  const { parcelType, option, code } = parcel
  const what = [parcelType, option].filter((text) => text !== null)
  return (
    <>
      {code !== null && (
        <section className={follow.code} aria-labelledby="delivery-code">
          <h2 id="delivery-code">{t('receiver_code')}</h2>
          <b dir="ltr">{code}</b>
          <Text size="sm">{t('receiver_code_lead')}</Text>
        </section>
      )}
      {what.length > 0 && (
        <Text c="dimmed">
          {t('parcel')}: <bdi>{what.join(' · ')}</bdi>
        </Text>
      )}
    </>
  )
}

const Home = () => {
  const { t } = useTranslation()
  const app = useSettings()?.appName ?? ''
  return (
    <Text size="sm" c="dimmed" ta="center">
      <Anchor c="dimmed" underline="always" renderRoot={(props) => <Link {...props} to={paths.home()} />}>
        {t('follow_home', { app })}
      </Anchor>
    </Text>
  )
}

const Waiting = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton height={28} width="80%" />
    <Skeleton height={42} />
    <Skeleton height={138} />
  </Stack>
)

const Ended = () => {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" role="alert">
      <Title order={1} size="h3">
        {t('follow_ended')}
      </Title>
      <Text c="dimmed">{t('link_ended')}</Text>
    </Stack>
  )
}

const Failed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <Stack gap="md" role="alert">
      <Title order={1} size="h3">
        {t('trip_failed')}
      </Title>
      <Button size="md" onClick={onRetry}>
        {t('try_again')}
      </Button>
    </Stack>
  )
}
