import { Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveBooking } from '../../booking-parts/booking-queries.ts'
import { useRouteAhead } from '../../booking-parts/use-route-ahead.ts'
import { MapScreen } from '../../ui/MapScreen.tsx'
import classes from '../drive.module.css'
import { DriveMap } from '../DriveMap.tsx'
import { useParcelRules } from '../parcel/use-parcel-rules.ts'
import { codeFaultOf } from './code-fault.ts'
import { StepButtons } from './StepButtons.tsx'
import { StepPanel } from './StepPanel.tsx'
import { useTripActions } from './use-trip-actions.ts'
import { SafetyPart } from '../../safety/SafetyPart.tsx'
import { ShareRide } from '../../trips/follow/ShareRide.tsx'
import type { Whereabouts } from '../positions/use-position-watch.ts'
import { WhereNote } from '../positions/WhereNote.tsx'

interface Props {
  readonly id: string
  readonly driver: string
  readonly where: Whereabouts
  readonly onDone: () => void
}

/** The trip one step at a time; shows actions that wait for the network. */
export const DriveTrip = ({ id, driver, where, onDone }: Props) => {
  const { t } = useTranslation()
  const { data: trip, isError } = useLiveBooking(id)
  const actions = useTripActions(driver)
  const rules = useParcelRules()
  const startPhotos = rules.pickupPhoto ? ({ photo: 'pickup_image' } as const) : undefined
  const [code, setCode] = useState('')
  const fault = codeFaultOf(actions, id, 'start')
  // a start that is refused for another reason, or waits for the network, keeps the digits
  const isCodeOver = fault !== null || (trip !== undefined && trip.status !== 'ARRIVED')
  const [wasCodeOver, setWasCodeOver] = useState(isCodeOver)
  if (isCodeOver !== wasCodeOver) {
    setWasCodeOver(isCodeOver)
    if (isCodeOver) setCode('')
  }
  const waiting = actions.pending?.bookingId === id && actions.phase === 'waiting' ? actions.pending.action : null
  const position = useMemo(() => where.at, [where.at])
  const ahead = useRouteAhead(trip, position)
  if (trip === undefined)
    return (
      <MapScreen label={t('map_of_trip')} map={null}>
        {isError ? (
          <Stack role="alert">
            <Text>{t('trip_failed')}</Text>
            <Button size="lg" variant="default" onClick={onDone}>
              {t('drive_done')}
            </Button>
          </Stack>
        ) : (
          // about as high as the content, so that the sheet does not jump
          <Stack aria-busy="true">
            <Skeleton height={28} width="60%" />
            <Skeleton height={56} />
            <Skeleton height={50} />
            <Skeleton height={60} />
            <Skeleton height={60} />
          </Stack>
        )}
      </MapScreen>
    )
  return (
    <MapScreen
      label={t('trip_booking_id', { id })}
      tall={trip.status === 'ARRIVED'}
      map={<DriveMap trip={trip} position={position} heading={where.heading} route={ahead.line} />}
      foot={
        <>
          {waiting !== null && (
            <div aria-live="polite" className={classes.queued}>
              <Text size="sm">{t('drive_queued', { action: t(actionText[waiting]) })}</Text>
              <Button size="compact-md" variant="subtle" onClick={actions.forget}>
                {t('drive_forget')}
              </Button>
            </div>
          )}
          <StepButtons
            key={id}
            trip={trip}
            driver={driver}
            at={where.at}
            code={code}
            actions={actions}
            rules={rules}
            onDone={onDone}
          />
        </>
      }
    >
      <Stack gap={16}>
        <WhereNote where={where} onTrip />
        <StepPanel
          trip={trip}
          code={code}
          onCode={setCode}
          fault={fault}
          busy={actions.phase !== 'idle'}
          where={where}
          left={ahead.left}
          rules={rules}
          onStart={() => {
            if (rules.known) actions.run(id, 'start', { otp: code }, startPhotos)
          }}
        />
      </Stack>
      <Box mt={20}>
        <SafetyPart trip={trip} side="driver" share={<ShareRide trip={trip} side="driver" />} />
      </Box>
    </MapScreen>
  )
}

const actionText = {
  arrive: 'drive_arrived',
  start: 'drive_start',
  couldNotDeliver: 'could_not_deliver',
  reach: 'drive_reached',
  pay: 'drive_cash_received',
  notPaid: 'drive_not_paid',
} as const
