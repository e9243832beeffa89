import { Button, Group, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan } from '@remis/domain/booking/booking-status'
import type { BookingPhotoKind } from '@remis/domain/files/file-kinds'
import type { LatLng } from '@remis/domain/kit/distance'
import { useTranslation } from 'react-i18next'
import { CancelDialog } from '../../booking-parts/CancelDialog.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { CouldNotDeliver } from '../parcel/CouldNotDeliver.tsx'
import { HandOver } from '../parcel/HandOver.tsx'
import type { ParcelRules } from '../parcel/use-parcel-rules.ts'
import type { CodeFault } from './code-fault.ts'
import { DebtLeft } from './DebtLeft.tsx'
import { FarQuestion } from './FarQuestion.tsx'
import type { TripActions } from './use-trip-actions.ts'

/** The dialogs of a driver's trip. */
export type StepDialog =
  'cancel' | 'not-paid' | 'debt-left' | 'arrive' | 'reach' | 'hand-over' | 'could-not-deliver' | 'none'

interface Props {
  readonly shown: StepDialog
  readonly onShow: (dialog: StepDialog) => void
  readonly trip: BookingView
  readonly driver: string
  /** the driver's position; null: unknown */
  readonly at: LatLng | null
  /** an earlier debt of the rider that is paid with this trip, major units */
  readonly debt: number
  /** the trip ends with a hand-over */
  readonly handsOver: boolean
  /** what was wrong with the code of the last hand-over */
  readonly codeFault: CodeFault<'reach'> | null
  readonly actions: TripActions
  readonly rules: ParcelRules
}

/** What a button of the trip asks before its action is sent. */
export const StepDialogs = ({ shown, onShow, trip, driver, at, debt, handsOver, codeFault, actions, rules }: Props) => {
  const viewer = { id: driver, role: 'driver' as const }
  const close = () => onShow('none')
  return (
    <>
      {shown === 'cancel' && <CancelDialog booking={trip} as="driver" onClose={close} />}
      {(shown === 'arrive' || shown === 'reach') && bookingCan[shown](trip, viewer) && (
        <FarQuestion
          action={shown}
          trip={trip}
          at={at}
          onSend={() => {
            if (shown === 'reach' && handsOver) return onShow('hand-over')
            actions.run(trip.id, shown)
            close()
          }}
          onClose={close}
        />
      )}
      {shown === 'hand-over' && handsOver && (
        <HandOver
          trip={trip}
          rules={rules}
          fault={codeFault}
          busy={actions.phase === 'sending'}
          hidden={actions.phase === 'waiting'}
          onSend={(words, signed) => {
            const photos: Record<string, BookingPhotoKind> = {
              photo: 'deliver_image',
              ...(signed ? { signature: 'signature' } : {}),
            }
            actions.run(trip.id, 'reach', { ...words }, photos)
          }}
          onClose={close}
        />
      )}
      {shown === 'could-not-deliver' && handsOver && (
        <CouldNotDeliver
          trip={trip}
          at={at}
          rules={rules}
          onSend={(words) => {
            actions.run(trip.id, 'couldNotDeliver', { ...words }, { photo: 'return_image' })
            close()
          }}
          onClose={close}
        />
      )}
      {shown === 'debt-left' && bookingCan.receiveCash(trip, viewer) && (
        <DebtLeft
          debt={debt}
          onSend={() => {
            actions.run(trip.id, 'pay', { payment_mode: 'cash' })
            close()
          }}
          onClose={close}
        />
      )}
      {shown === 'not-paid' && (
        <NotPaid
          trip={trip}
          onSend={() => {
            actions.run(trip.id, 'notPaid')
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

interface NotPaidProps {
  readonly trip: BookingView
  readonly onSend: () => void
  readonly onClose: () => void
}

const NotPaid = ({ trip, onSend, onClose }: NotPaidProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Dialog title={t('drive_not_paid_title')} closeLabel={t('panel_close')} onClose={onClose}>
      <Stack>
        <Text>{t('drive_not_paid_lead', { amount: format.money(trip.payableAmount ?? 0) })}</Text>
        <Group justify="flex-end">
          <Button size="md" color="red" onClick={onSend}>
            {t('drive_not_paid_confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
