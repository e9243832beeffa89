import { Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { bookingCan } from '@remis/domain/booking/booking-status'
import type { CancellationView } from '@remis/domain/booking/endings-api'
import { AppError } from '@remis/domain/messages/app-error'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { ReasonDialog } from '../ui/dialogs/ReasonDialog.tsx'
import { bookingQuery, useCancellation, useMove } from './booking-queries.ts'
import { endsDialog } from '../platform/api/call-outcome.ts'
import { useSession } from '../platform/api/session.ts'
import { CancelUnpaid } from './CancelUnpaid.tsx'
import { FreeBecause } from './cancel/FreeBecause.tsx'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'

interface Props {
  readonly booking: Pick<BookingView, 'id' | 'status'>
  readonly as: 'rider' | 'driver' | 'admin'
  readonly onClose: () => void
}

/** Shows the fee, asks for a reason and cancels; a PAYMENT_PENDING booking has a fixed reason [booking-44]. */
export const CancelDialog = ({ booking, as, onClose }: Props) => {
  const [unpaid] = useState(booking.status === 'PAYMENT_PENDING')
  return unpaid ? (
    <CancelUnpaid id={booking.id} onClose={onClose} />
  ) : (
    <CancelWithReason id={booking.id} as={as} onClose={onClose} />
  )
}

const words = {
  rider: { title: 'cancel_title', confirm: 'cancel_confirm' },
  driver: { title: 'cancel_title_driver', confirm: 'cancel_confirm_driver' },
  admin: { title: 'cancel_title_office', confirm: 'cancel_booking' },
} as const

/** Follows the booking: once it can no longer be cancelled, the dialog says so and offers nothing else. */
const CancelWithReason = ({ id, as, onClose }: Omit<Props, 'booking'> & { id: string }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { title, confirm } = words[as]
  const { data: booking } = useQuery(bookingQuery(id))
  const can = (left: boolean) =>
    booking === undefined || (user !== null && bookingCan.cancel(booking, { id: user.id, role: as }, left))
  const { cancellation, leftPickup, error, refetch } = useCancellation(id, booking?.version, can(true))
  const may = can(leftPickup)
  const [rose, setRose] = useState(false)
  const cancel = useMove(bookingsCalls.cancel, booking?.version)
  const over = !may && !cancel.isPending
  if (error !== null || over)
    return (
      <Dialog title={t(title)} closeLabel={t('close')} onClose={onClose}>
        <Text role="alert">
          {t(over || (error instanceof AppError && error.status === 409) ? 'cancel_moved_on' : keyOf(error))}
        </Text>
      </Dialog>
    )
  const alone = booking === undefined || booking.driver === null
  const run = (reason: { readonly reason: string } | { readonly reasonText: string }, leave: () => void) =>
    cancel.mutate(
      // sends the fee shown, so that the server refuses when it has risen
      { params: { id }, body: { ...reason, ...(as === 'rider' ? { fee: cancellation?.fee ?? 0 } : {}) } },
      {
        onSuccess: leave,
        onError: (fault) => {
          if (keyOf(fault) === 'cancellation_fee_changed') {
            setRose(true)
            void refetch()
          } else if (endsDialog(fault)) leave()
        },
      },
    )
  return (
    <ReasonDialog
      title={t(title)}
      lead={t(
        as === 'driver'
          ? 'cancel_lead_driver'
          : as === 'admin'
            ? 'cancel_lead_office'
            : alone
              ? 'cancel_lead'
              : 'cancel_lead_rider',
      )}
      note={
        cancellation === undefined ? null : (
          <Fee cancellation={cancellation} since={booking?.acceptedAt ?? null} as={as} rose={rose} />
        )
      }
      reasons={cancellation?.reasons}
      none={t('no_cancel_reason')}
      ownWords={t('cancel_own_words')}
      confirm={t(confirm)}
      keep={t('cancel_keep')}
      busy={cancel.isPending}
      onConfirm={run}
      onClose={onClose}
    />
  )
}

interface FeeProps {
  readonly cancellation: CancellationView
  /** when the driver accepted: what the fee is for, ms */
  readonly since: number | null
  readonly as: Props['as']
  readonly rose: boolean
}

/** The fee, shown before it is charged [design/money-21]. A cancel by admin or driver has none [design/money-17]. */
const Fee = ({ cancellation, since, as, rose }: FeeProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { fee, rises, free } = cancellation
  if (as === 'driver') return <Text size="sm">{t('cancel_driver_free')}</Text>
  const then = rises && { time: format.date(rises.at, 'time'), amount: format.money(rises.fee) }
  return (
    <Stack gap={2} aria-live="polite">
      {fee > 0 ? (
        <Text fw={600}>{t(rose ? 'cancel_costs_more' : 'cancel_costs', { amount: format.money(fee) })}</Text>
      ) : free !== null ? (
        <FreeBecause free={free} />
      ) : (
        <Text>{then === null ? t('cancel_free') : t('cancel_free_until', then)}</Text>
      )}
      {fee > 0 && since !== null && (
        <Text size="sm">{t('cancel_costs_since', { time: format.date(since, 'time') })}</Text>
      )}
      {then !== null && (fee > 0 || free !== null) && (
        <Text size="sm" c="dimmed">
          {t('cancel_rises', then)}
        </Text>
      )}
    </Stack>
  )
}
