import { Button, Stack } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import { bookingCan } from '@remis/domain/booking/booking-status'
import { settledStatuses } from '@remis/domain/booking/statuses'
import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import type { LatLng } from '@remis/domain/kit/distance'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import type { ParcelRules } from '../parcel/use-parcel-rules.ts'
import { usePhoto } from '../parcel/use-photos.ts'
import type { DriverAction } from './action-sender.ts'
import { codeFaultOf } from './code-fault.ts'
import { codeLength } from './CodePad.tsx'
import classes from '../drive.module.css'
import { askAtDrop, askAtPickup } from './drive-steps.ts'
import { NoShow } from './NoShow.tsx'
import { StepDialogs, type StepDialog } from './StepDialogs.tsx'
import type { TripActions } from './use-trip-actions.ts'

interface Props {
  readonly trip: BookingView
  readonly driver: string
  /** the driver's position; null: unknown */
  readonly at: LatLng | null
  readonly code: string
  readonly actions: TripActions
  readonly rules: ParcelRules
  readonly onDone: () => void
}

/** The main button of the step, and further actions. */
export const StepButtons = ({ trip, driver, at, code, actions, rules, onDone }: Props) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<StepDialog | null>(null)
  const { photo: pickupPhoto } = usePhoto(trip.id, 'pickup_image')
  const handsOver = rules.parcels && trip.status === 'STARTED' && trip.undelivered === null
  const codeFault = codeFaultOf(actions, trip.id, 'reach')
  // after a reload the code of a hand-over that waited for the network may be refused
  const shown = dialog ?? (codeFault === null ? 'none' : 'hand-over')
  const viewer = { id: driver, role: 'driver' as const }
  const lacksCode = trip.codeNeeded && code.length !== codeLength
  const lacksPhoto = rules.pickupPhoto && pickupPhoto === null
  const debt = openDebtOf(trip)
  const step: Step = { trip, actions, onAsk: setDialog }
  return (
    <Stack gap="sm">
      {bookingCan.arrive(trip, viewer) && (
        <MainButton {...step} action="arrive" text={t('drive_arrived')} ask={askAtPickup(trip, at) && 'arrive'} />
      )}
      {bookingCan.start(trip, viewer) && (
        <MainButton
          {...step}
          action="start"
          text={t('drive_start')}
          {...(trip.codeNeeded ? { body: { otp: code } } : {})}
          {...(rules.pickupPhoto ? { photos: { photo: 'pickup_image' } } : {})}
          disabled={!rules.known || lacksCode || lacksPhoto}
        />
      )}
      {bookingCan.reach(trip, viewer) && (
        <MainButton
          {...step}
          action="reach"
          text={t('drive_reached')}
          ask={askAtDrop(trip, at) ? 'reach' : handsOver && 'hand-over'}
          disabled={!rules.known}
        />
      )}
      {rules.parcels && bookingCan.couldNotDeliver(trip, viewer) && (
        <RareButton {...step} text={t('could_not_deliver')} ask="could-not-deliver" />
      )}
      {(trip.status === 'PENDING' || settledStatuses.includes(trip.status)) && (
        <Button className={classes.main ?? ''} size="xl" radius="md" onClick={onDone}>
          {t('drive_done')}
        </Button>
      )}
      {bookingCan.receiveCash(trip, viewer) && <CashButtons {...step} debt={debt} />}
      {bookingCan.notPaid(trip, viewer) && <RareButton {...step} text={t('drive_not_paid')} ask="not-paid" />}
      {trip.status === 'ARRIVED' && <NoShow trip={trip} disabled={actions.phase !== 'idle'} />}
      {bookingCan.cancel(trip, viewer) && <RareButton {...step} text={t('cancel_trip')} ask="cancel" />}
      <StepDialogs
        trip={trip}
        driver={driver}
        at={at}
        actions={actions}
        rules={rules}
        debt={debt}
        handsOver={handsOver}
        codeFault={codeFault}
        shown={shown}
        onShow={setDialog}
      />
    </Stack>
  )
}

/** What each button needs. */
interface Step extends Pick<Props, 'trip' | 'actions'> {
  readonly onAsk: (dialog: StepDialog) => void
}

interface MainProps extends Step {
  readonly action: DriverAction
  readonly text: string
  readonly body?: Record<string, unknown>
  readonly photos?: Record<string, BookingPhotoKind>
  readonly disabled?: boolean
  readonly quiet?: boolean
  /** the question that is asked first */
  readonly ask?: StepDialog | false
}

/** Sends an action of the trip, or opens the question before it. */
const MainButton = ({ trip, actions, onAsk, action, text, body, photos, disabled, quiet, ask }: MainProps) => (
  <Button
    className={classes.main ?? ''}
    size="xl"
    radius="md"
    variant={quiet ? 'default' : 'filled'}
    loading={actions.phase === 'sending' && actions.pending?.action === action}
    disabled={actions.phase !== 'idle' || (disabled ?? false)}
    onClick={() => (ask ? onAsk(ask) : actions.run(trip.id, action, body, photos))}
  >
    {text}
  </Button>
)

/** Takes the fare in cash. If the rider owes an earlier debt, the first button takes both. */
const CashButtons = ({ debt, ...step }: Step & { readonly debt: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { trip } = step
  const fare = trip.payableAmount ?? 0
  // The driver is free already: the main action is to continue; cash at this point is rare.
  const owed = trip.status === 'PENDING'
  const usual = t(owed ? 'drive_cash_instead' : 'drive_cash_received')
  // a ride that a promo made free has no fare to pay beside the debt
  const fareOnly = fare > 0 ? t('drive_cash_fare_only', { amount: format.money(fare) }) : t('drive_not_paid')
  return (
    <>
      {debt > 0 && (
        <MainButton
          {...step}
          action="pay"
          text={t('drive_cash_all', { amount: format.money(debt + fare) })}
          body={{ payment_mode: 'cash', with_debt: true }}
          quiet={owed}
        />
      )}
      <MainButton
        {...step}
        action="pay"
        text={debt > 0 ? fareOnly : usual}
        body={{ payment_mode: 'cash' }}
        quiet={owed || debt > 0}
        ask={debt > 0 && 'debt-left'}
      />
    </>
  )
}

/** Opens the question of a less frequent action. */
const RareButton = ({ actions, onAsk, text, ask }: Step & { readonly text: string; readonly ask: StepDialog }) => (
  <Button size="md" variant="subtle" color="red" disabled={actions.phase !== 'idle'} onClick={() => onAsk(ask)}>
    {text}
  </Button>
)
