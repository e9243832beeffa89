import { Button, Skeleton, Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls, payByCardCalls } from '@remis/domain/booking/booking-routes'
import { payUntil } from '@remis/domain/booking/unpaid/pay-until'
import { bookingPayForm, topUpPayForm, type PayForm } from '@remis/domain/payments/pay-form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newer, putBooking } from '../booking-parts/booking-cache.ts'
import { bookingQuery, useMove } from '../booking-parts/booking-queries.ts'
import { call } from '../platform/api/call.ts'
import { newKey, queryClient } from '../platform/api/plain-call.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useSession } from '../platform/api/session.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { walletQuery } from '../wallet/wallet-queries.ts'
import { gatewaysQuery } from './payment-query.ts'
import classes from './payments.module.css'
import { ProviderButtons } from './ProviderButtons.tsx'
import { whyNotPayable } from './why-not-payable.ts'

export interface TopUpOrder {
  readonly id: string
  /** major units */
  readonly amount: number
  readonly currency: string
}

interface Props {
  readonly order: { readonly booking: BookingView } | { readonly topUp: TopUpOrder }
  readonly onClose: () => void
}

/** The modal closes this long after any click [payments-9], ms. */
const closesAfter = 1500

/**
 * Choice of the payment provider; pays by a form POST to its link [payments-7]. A PENDING booking is put into card mode
 * first [payments-10]. It follows the booking: once nothing can be paid, it says so and offers nothing else
 * [design/web-180].
 */
export const PayDialog = ({ order, onClose }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const providers = useQuery(gatewaysQuery)
  const followed = useFollowed('booking' in order ? order.booking : null)
  const now = useNow(1000)
  const pay = useMove(bookingsCalls.pay)
  const over =
    followed === null || user === null || pay.isPending
      ? null
      : whyNotPayable(followed, { id: user.id, role: user.usertype }, now)
  const payable = over === null && providers.data !== undefined && providers.data.length > 0
  const { booking, error } = useCardMode(followed, payable)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (user === null) return null

  const pending = followed?.status === 'PAYMENT_PENDING'
  const form: PayForm | null =
    'topUp' in order ? topUpPayForm(order.topUp, user) : booking === null ? null : bookingPayForm(booking, user)
  const soonOver = () => {
    timer.current ??= setTimeout(onClose, closesAfter)
  }
  const fault =
    over ??
    error ??
    (providers.isError ? 'provider_fetch_error' : providers.data?.length === 0 ? 'no_provider_found' : null)
  return (
    <Dialog title={t('pay_title')} closeLabel={t('close')} onClose={pending ? soonOver : onClose}>
      <div onClickCapture={pending ? soonOver : undefined}>
        {fault !== null && (
          <Text role="alert" {...(over === null ? { c: 'red' } : {})}>
            {t(fault)}
          </Text>
        )}
        {fault === 'no_provider_found' && followed?.status === 'PENDING' && (
          <FromWallet booking={followed} pay={pay} onPaid={onClose} />
        )}
        {fault === null && (form === null || providers.data === undefined) && (
          <Stack aria-busy="true">
            <Skeleton height={44} />
            <Skeleton height={48} />
          </Stack>
        )}
        {fault === null && form !== null && providers.data !== undefined && (
          <Stack gap="md">
            <p className={classes.amount}>
              {t('pay_amount')} <strong>{format.money(Number(form.amount))}</strong>
            </p>
            {booking?.status === 'PENDING' && <FromWallet booking={booking} pay={pay} onPaid={onClose} />}
            <ProviderButtons providers={providers.data} form={form} />
            {pending && <Text size="xs">{t('pay_until_hint', { time: format.date(payUntil(followed), 'time') })}</Text>}
          </Stack>
        )}
      </div>
    </Dialog>
  )
}

/** The current booking: it may be paid or end while the dialog is open [design/web-180]. */
const useFollowed = (given: BookingView | null): BookingView | null => {
  const { data } = useQuery({ ...bookingQuery(given?.id ?? ''), enabled: given !== null })
  return given === null ? null : newer(data, given)
}

/** The booking to pay; a PENDING one is put into card mode first, once there is a provider to pay with. */
const useCardMode = (given: BookingView | null, payable: boolean) => {
  const [key] = useState(newKey)
  const id = given?.id ?? ''
  const choose = given?.status === 'PENDING'
  const { data, error } = useQuery({
    queryKey: ['pay-by-card', id, key],
    enabled: choose && payable,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      const { booking } = await call(payByCardCalls.choose, { params: { id }, body: {} }, { key })
      putBooking(queryClient, booking)
      return booking
    },
  })
  return {
    booking: choose ? (data === undefined ? null : newer(data, given)) : given,
    error: error === null ? null : keyOf(error),
  }
}

interface FromWalletProps {
  readonly booking: BookingView
  /** of the dialog, which stays until `onPaid` */
  readonly pay: ReturnType<typeof useMove<typeof bookingsCalls.pay>>
  readonly onPaid: () => void
}

/** A PENDING booking may be paid from the wallet if the balance is enough [design/moves-28]. */
const FromWallet = ({ booking, pay, onPaid }: FromWalletProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: wallet } = useQuery(walletQuery)
  if (wallet === undefined || !wallet.may.pay || wallet.balance < (booking.payableAmount ?? 0)) return null
  return (
    <Button
      size="lg"
      variant="default"
      loading={pay.isPending}
      onClick={() =>
        pay.mutate({ params: { id: booking.id }, body: { payment_mode: 'wallet' } }, { onSuccess: onPaid })
      }
    >
      {t('pay_from_wallet')}
      <span className={classes.hint}>{t('pay_from_wallet_hint', { balance: format.money(wallet.balance) })}</span>
    </Button>
  )
}
