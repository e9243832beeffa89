import { isGone } from '../platform/api/call-outcome.ts'
import '../ui/mantine-parts.ts'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { MessageKey } from '@remis/domain/messages/english'
import type { PaymentView } from '@remis/domain/payments/payments-api'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClockHour4,
  IconCreditCardRefund,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { isBookingInterrupted } from '../booking-parts/booking-draft.ts'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { bookingQuery } from '../booking-parts/booking-queries.ts'
import { i18n } from '../platform/i18n.ts'
import { walletKeys } from '../wallet/wallet-queries.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useFormat } from '../platform/use-format.ts'
import { Spinner } from '../ui/parts/WideButton.tsx'
import { PayDialog } from './PayDialog.tsx'
import { paymentQuery } from './payment-query.ts'
import classes from './payments.module.css'

const looks = {
  waiting: { look: 'wait', Icon: IconClockHour4 },
  paid: { look: 'good', Icon: IconCircleCheck },
  failed: { look: 'bad', Icon: IconCircleX },
  cancelled: { look: 'bad', Icon: IconCircleX },
  expired: { look: 'bad', Icon: IconClockHour4 },
  'given-back': { look: 'wait', Icon: IconCreditCardRefund },
  review: { look: 'wait', Icon: IconAlertTriangle },
} as const

/** `/pay/status/:id`: the return address of the provider's page. Polls until the payment is decided. */
export const PayStatusPage = () => {
  const { id } = useParams({ strict: false }) as { id: string }
  return id === 'refused' ? <Refused /> : <Followed id={id} />
}

/** The server refused the form and put the reason into the address. */
const Refused = () => {
  const { t } = useTranslation()
  const { error } = useSearch({ strict: false }) as { error?: unknown }
  const key = typeof error === 'string' && i18n.exists(error) ? (error as MessageKey) : 'payment_link_invalid'
  return (
    <div className={classes.page}>
      <section className={classes.card} data-look="bad" aria-labelledby="pay-state">
        <IconCircleX size={48} stroke={1.5} aria-hidden />
        <Title order={1} size="h3" id="pay-state" role="alert">
          {t(key)}
        </Title>
        <div className={classes.ways}>
          <Button size="lg" renderRoot={(props) => <Link {...props} to={paths.bookings()} />}>
            {t('trip_back')}
          </Button>
        </div>
      </section>
    </div>
  )
}

const Followed = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const { data: payment, error, refetch } = useQuery(paymentQuery(id))
  const state = payment?.state
  useEffect(() => {
    if (state === undefined || state === 'waiting') return
    // other screens show the payment too
    void queryClient.invalidateQueries({ queryKey: walletKeys.all })
    void queryClient.invalidateQueries({ queryKey: bookingKeys.all })
    void queryClient.invalidateQueries({ queryKey: bookingKeys.lists })
  }, [state])
  return (
    <div className={classes.page}>
      {payment === undefined ? (
        <div className={classes.card} aria-busy={error === null}>
          {error === null ? (
            <>
              <Skeleton height={48} circle />
              <Skeleton height={28} width="70%" />
            </>
          ) : isGone(error) ? (
            <Text role="alert">{t('pay_status_missing')}</Text>
          ) : (
            <>
              <Text role="alert">{t('pay_status_unread')}</Text>
              <div className={classes.ways}>
                <Button size="lg" onClick={() => void refetch()}>
                  {t('try_again')}
                </Button>
              </div>
            </>
          )}
        </div>
      ) : (
        <Status payment={payment} />
      )}
    </div>
  )
}

const Status = ({ payment }: { payment: PaymentView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = payment
  const { look, Icon } = looks[state]
  const forBooking = payment.purpose === 'booking'
  const lead =
    state === 'paid'
      ? t(forBooking ? 'pay_status_paid_booking' : 'pay_status_paid_topup')
      : t(`pay_status_${state}_lead`)
  const backToBooking = !forBooking && state === 'paid' && isBookingInterrupted()
  const failed = state === 'failed' || state === 'cancelled' || state === 'expired'
  return (
    <section className={classes.card} data-look={look} aria-labelledby="pay-state">
      {state === 'waiting' ? <Spinner size={48} /> : <Icon size={48} stroke={1.5} aria-hidden />}
      <div aria-live="polite">
        <Title order={1} size="h3" id="pay-state">
          {t(`pay_status_${state}`)}
        </Title>
        <Text c="dimmed">{lead}</Text>
      </div>
      <span className={classes.sum}>{format.money(payment.amount)}</span>
      {payment.refunded > 0 && <Text>{t('pay_status_refunded', { amount: format.money(payment.refunded) })}</Text>}
      <div className={classes.ways}>
        {failed && payment.payable && <Again payment={payment} />}
        {backToBooking && (
          <Button size="lg" renderRoot={(props) => <Link {...props} to={paths.home()} />}>
            {t('wallet_back_to_booking')}
          </Button>
        )}
        <Button
          size="lg"
          variant={(failed && payment.payable) || backToBooking ? 'default' : 'filled'}
          renderRoot={(props) => <Link {...props} to={forBooking ? paths.trip(payment.orderId) : paths.wallet()} />}
        >
          {t(forBooking ? 'pay_to_trip' : 'pay_to_wallet')}
        </Button>
      </div>
      <span className={classes.reference}>{t('pay_reference', { id: payment.id })}</span>
    </section>
  )
}

const Again = ({ payment }: { payment: PaymentView }) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const forBooking = payment.purpose === 'booking'
  const { data: booking } = useQuery({ ...bookingQuery(payment.orderId), enabled: forBooking })
  const order = forBooking
    ? booking && { booking }
    : { topUp: { id: payment.orderId, amount: payment.amount, currency: payment.currency } }
  return (
    <>
      <Button size="lg" loading={order === undefined} onClick={() => setOpened(true)}>
        {t('pay_again')}
      </Button>
      {opened && order !== undefined && <PayDialog order={order} onClose={() => setOpened(false)} />}
    </>
  )
}
