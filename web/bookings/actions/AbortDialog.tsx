import { Text, TextInput } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { mayMove } from '@remis/domain/booking/booking-status'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMove } from '../../booking-parts/booking-queries.ts'
import { endsDialog } from '../../platform/api/call-outcome.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { amountFault, amountIn } from '../../ui/form/amount-in.ts'
import { useReasonForm } from '../../ui/dialogs/use-reason-form.ts'
import { ReasonFormDialog } from '../../ui/dialogs/WrittenReasonDialog.tsx'

interface Props {
  readonly booking: BookingView
  readonly onClose: () => void
}

const isInputRefused = (error: unknown): boolean => error instanceof AppError && error.status === 422

/** Ends a trip with a part of the quoted fare, or without any, which cancels the booking [design/moves-37]. */
export const AbortDialog = ({ booking, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  // The version that the admin decided on; after a refusal the one that is shown then [design/moves-121].
  const [decidedOn, setDecidedOn] = useState<number | null>(booking.version)
  const abort = useMove(endingsCalls.abort, booking.version)
  const isOver = decidedOn === null && !mayMove('abort', booking.status, 'admin')
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  const most = booking.estimate ?? booking.trip_cost ?? 0
  const { returnFee = null } = booking
  // Only a paid trip can be corrected: the fare 0 makes it one, no fare cancels the booking [design/delivery-67].
  const hint = returnFee
    ? t('abort_fare_return_hint', { amount: format.money(most), fee: format.money(returnFee) })
    : t('abort_fare_hint', { amount: format.money(most) })
  const form = useReasonForm({ fare: '' }, ({ fare }) => {
    const unread = amountFault(fare, format)
    if (unread !== null) return { fare: t(unread) }
    const given = amountIn(fare, format)
    const wrong = given === null || (given !== undefined && given > most)
    return { fare: wrong ? t('abort_fare_invalid', { amount: format.money(most) }) : null }
  })
  return (
    <ReasonFormDialog
      title={t('abort_title')}
      lead={t('abort_lead')}
      confirm={t('abort_confirm')}
      danger
      busy={abort.isPending}
      form={form}
      fields={
        <>
          <TextInput
            label={t('abort_fare')}
            description={hint}
            size="md"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            {...form.getInputProps('fare')}
          />
          {decidedOn === null && <Text role="alert">{t('booking_moved_on')}</Text>}
        </>
      }
      onConfirm={({ reason, fare }) =>
        abort.mutate(
          {
            params: { id: booking.id },
            body: { reason, fare: amountIn(fare, format) ?? null, version: decidedOn ?? booking.version },
          },
          {
            onSuccess: onClose,
            // A fare that is refused can be corrected, and the reason is kept.
            onError: (error) => {
              if (keyOf(error) === 'booking_moved_on') setDecidedOn(null)
              else if (endsDialog(error) && !isInputRefused(error)) onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
