import { Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { endingsCalls } from '@remis/domain/booking/booking-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ReasonDialog } from '../ui/dialogs/ReasonDialog.tsx'
import { mayHaveHappened, useMove } from './booking-queries.ts'
import { call } from '../platform/api/call.ts'
import { CancelUnpaid } from './CancelUnpaid.tsx'
import { serverNow } from '../platform/live/live.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'

interface Props {
  readonly booking: Pick<BookingView, 'id' | 'status'>
  readonly as: 'rider' | 'driver' | 'admin'
  readonly onClose: () => void
}

/** Shows the fee, asks for a reason and cancels; a PAYMENT_PENDING booking has a fixed reason [booking-44]. */
export const CancelDialog = ({ booking, as, onClose }: Props) => {
  // The dialog keeps the status at opening, also when the booking moves on.
  const [unpaid] = useState(booking.status === 'PAYMENT_PENDING')
  return unpaid ? (
    <CancelUnpaid id={booking.id} onClose={onClose} />
  ) : (
    <CancelWithReason id={booking.id} as={as} onClose={onClose} />
  )
}

const CancelWithReason = ({ id, as, onClose }: Omit<Props, 'booking'> & { id: string }) => {
  const { t } = useTranslation()
  const driver = as === 'driver'
  const { cancellation, error, refetch } = useCancellation(id)
  const [rose, setRose] = useState(false)
  const cancel = useMove(bookingsCalls.cancel)
  if (error !== null)
    return (
      <Dialog title={t(driver ? 'cancel_title_driver' : 'cancel_title')} closeLabel={t('close')} onClose={onClose}>
        <Text role="alert">
          {t(error instanceof AppError && error.status === 409 ? 'cancel_moved_on' : keyOf(error))}
        </Text>
      </Dialog>
    )
  const confirm = (reason: string) =>
    cancel.mutate(
      // sends the fee shown, so that the server refuses when it has risen
      { params: { id }, body: { reason, ...(as === 'rider' ? { fee: cancellation?.fee ?? 0 } : {}) } },
      {
        onSuccess: onClose,
        onError: (fault) => {
          if (keyOf(fault) === 'cancellation_fee_changed') {
            setRose(true)
            void refetch()
          } else if (!mayHaveHappened(fault)) onClose()
        },
      },
    )
  return (
    <ReasonDialog
      title={t(driver ? 'cancel_title_driver' : 'cancel_title')}
      lead={t('cancel_lead')}
      note={cancellation === undefined ? null : <Fee cancellation={cancellation} as={as} rose={rose} />}
      reasons={cancellation?.reasons}
      confirm={t(driver ? 'cancel_confirm_driver' : 'cancel_confirm')}
      keep={t('cancel_keep')}
      none={t('no_cancel_reason')}
      busy={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** The fee for cancelling now; loaded again when the next step of the fee starts. */
const useCancellation = (id: string) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['cancellation', id],
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const rises = state.data?.rises ?? null
      return rises === null ? false : Math.max(1000, rises.at - serverNow() + 500)
    },
    queryFn: () => call(endingsCalls.cancellation, { params: { id } }),
  })
  return { cancellation: data, error: data === undefined ? error : null, refetch }
}

/** The fee, shown before it is charged [design/money-21]. A cancel by admin or driver has none [design/money-17]. */
const Fee = ({
  cancellation: { fee, rises },
  as,
  rose,
}: {
  cancellation: CancellationView
  as: Props['as']
  rose: boolean
}) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (as === 'driver') return <Text size="sm">{t('cancel_driver_free')}</Text>
  const amount = format.money(fee)
  return (
    <Stack gap={2} aria-live="polite">
      <Text fw={fee > 0 ? 600 : 400}>
        {fee === 0 ? t('cancel_free') : t(rose ? 'cancel_costs_more' : 'cancel_costs', { amount })}
      </Text>
      {rises !== null && (
        <Text size="sm" c="dimmed">
          {t('cancel_rises', { time: format.date(rises.at, 'time'), amount: format.money(rises.fee) })}
        </Text>
      )}
    </Stack>
  )
}
