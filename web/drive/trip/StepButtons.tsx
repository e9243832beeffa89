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
  const format = useFormat()
  const coded = trip.codeNeeded
  const [dialog, setDialog] = useState<StepDialog | null>(null)
  const { photo: pickupPhoto } = usePhoto(trip.id, 'pickup_image')
  const handsOver = rules.parcels && trip.status === 'STARTED' && trip.undelivered === null
  const codeFault = codeFaultOf(actions, trip.id, 'reach')
  // after a reload the code of a hand-over that waited for the network may be refused
  const shown = dialog ?? (codeFault === null ? 'none' : 'hand-over')
  const viewer = { id: driver, role: 'driver' as const }
  const busy = actions.phase !== 'idle'
  const main = (
    action: DriverAction,
    text: string,
    more: {
      body?: Record<string, unknown>
      photos?: Record<string, BookingPhotoKind>
      disabled?: boolean
      quiet?: boolean
      /** the question that is asked first */
      ask?: false | 'arrive' | 'reach' | 'debt-left'
    } = {},
  ) => (
    <Button
      className={classes.main ?? ''}
      size="xl"
      radius="md"
      variant={more.quiet ? 'default' : 'filled'}
      loading={actions.phase === 'sending' && actions.pending?.action === action}
      disabled={busy || (more.disabled ?? false)}
      onClick={() => {
        if (more.ask) return setDialog(more.ask)
        if (action === 'reach' && handsOver) return setDialog('hand-over')
        actions.run(trip.id, action, more.body, more.photos)
      }}
    >
      {text}
    </Button>
  )
  // The driver is free already: the main action is to continue; cash at this point is rare.
  const owed = trip.status === 'PENDING'
  const debt = openDebtOf(trip)
  /** A ride that a promo made free has no fare to pay beside the debt. */
  const fareOnly = (fare: number) =>
    fare > 0 ? t('drive_cash_fare_only', { amount: format.money(fare) }) : t('drive_not_paid')
  const over = settledStatuses.includes(trip.status)
  return (
    <Stack gap="sm">
      {bookingCan.arrive(trip, viewer) &&
        main('arrive', t('drive_arrived'), { ask: askAtPickup(trip, at) && 'arrive' })}
      {bookingCan.start(trip, viewer) &&
        main('start', t('drive_start'), {
          ...(coded ? { body: { otp: code } } : {}),
          ...(rules.pickupPhoto ? { photos: { photo: 'pickup_image' } } : {}),
          disabled:
            !rules.known || (coded && code.length !== codeLength) || (rules.pickupPhoto && pickupPhoto === null),
        })}
      {bookingCan.reach(trip, viewer) &&
        main('reach', t('drive_reached'), { ask: askAtDrop(trip, at) && 'reach', disabled: !rules.known })}
      {rules.parcels && bookingCan.couldNotDeliver(trip, viewer) && (
        <Button size="md" variant="subtle" color="red" disabled={busy} onClick={() => setDialog('could-not-deliver')}>
          {t('could_not_deliver')}
        </Button>
      )}
      {(over || owed) && (
        <Button className={classes.main ?? ''} size="xl" radius="md" onClick={onDone}>
          {t('drive_done')}
        </Button>
      )}
      {bookingCan.receiveCash(trip, viewer) &&
        debt > 0 &&
        main('pay', t('drive_cash_all', { amount: format.money(debt + (trip.payableAmount ?? 0)) }), {
          body: { payment_mode: 'cash', with_debt: true },
          quiet: owed,
        })}
      {bookingCan.receiveCash(trip, viewer) &&
        main(
          'pay',
          debt > 0 ? fareOnly(trip.payableAmount ?? 0) : t(owed ? 'drive_cash_instead' : 'drive_cash_received'),
          { body: { payment_mode: 'cash' }, quiet: owed || debt > 0, ask: debt > 0 && 'debt-left' },
        )}
      {bookingCan.notPaid(trip, viewer) && (
        <Button size="md" variant="subtle" color="red" disabled={busy} onClick={() => setDialog('not-paid')}>
          {t('drive_not_paid')}
        </Button>
      )}
      {trip.status === 'ARRIVED' && <NoShow trip={trip} disabled={busy} />}
      {bookingCan.cancel(trip, viewer) && (
        <Button size="md" variant="subtle" color="red" disabled={busy} onClick={() => setDialog('cancel')}>
          {t('cancel_trip')}
        </Button>
      )}
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
