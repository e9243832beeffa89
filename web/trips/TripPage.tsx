import '../ui/mantine-parts.ts'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { AppError } from '@remis/domain/messages/app-error'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { isGone } from '../platform/api/call-outcome.ts'
import { MapScreen } from '../ui/MapScreen.tsx'
import { Announced } from './Announced.tsx'
import { TripActions } from './TripActions.tsx'
import { TripMap } from './TripMap.tsx'
import { TripPanel } from './TripPanel.tsx'
import { useDriveChat, useSuccessor, useTrip } from './use-trip.ts'

/**
 * `/trips/:id` for its rider, its driver and the office. Keyed by id: the page of a successor starts without the car,
 * route and dialogs of the cancelled ride [design/moves-123].
 */
export const TripPage = () => {
  const { t } = useTranslation()
  const { id } = useParams({ strict: false }) as { id: string }
  const [followed, setFollowed] = useState('')
  return (
    <>
      <Announced state={followed} text={t('trip_rebooked')} />
      <Trip key={id} id={id} onFollow={setFollowed} />
    </>
  )
}

const Trip = ({ id, onFollow }: { id: string; onFollow: (successor: string) => void }) => {
  const { t } = useTranslation()
  const state = useTrip(id)
  const { trip, error, refetch } = state
  useSuccessor(trip, onFollow)
  useDriveChat(trip)
  if (trip === undefined)
    return (
      <MapScreen label={t('map_of_trip')} map={null}>
        {error === null ? <Waiting /> : <Missing error={error} onRetry={() => void refetch()} />}
      </MapScreen>
    )
  return (
    <MapScreen
      label={t('trip_booking_id', { id: trip.id })}
      map={<TripMap state={{ ...state, trip }} />}
      foot={<TripActions trip={trip} />}
    >
      <TripPanel trip={trip} position={state.position} eta={state.eta} lost={state.lost} />
    </MapScreen>
  )
}

/** As high as an active trip, so that the sheet does not move when the trip is loaded. */
const Waiting = () => (
  <Stack gap="md" aria-busy="true">
    <Skeleton height={28} width="80%" />
    <Skeleton height={42} />
    <Skeleton height={150} />
    <Skeleton height={138} />
    <Skeleton height={96} />
  </Stack>
)

const Missing = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const { t } = useTranslation()
  const gone = isGone(error)
  return (
    <Stack gap="md" role="alert">
      <Title order={1} size="h3">
        {t(gone ? 'trip_missing' : 'trip_failed')}
      </Title>
      {!gone && error instanceof AppError && <Text c="dimmed">{t(error.key)}</Text>}
      <Stack gap="sm">
        {!gone && (
          <Button size="md" onClick={onRetry}>
            {t('try_again')}
          </Button>
        )}
        <Button size="md" variant="default" renderRoot={(props) => <Link {...props} to={paths.bookings()} />}>
          {t('trip_back')}
        </Button>
      </Stack>
    </Stack>
  )
}
