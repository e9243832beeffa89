import { Skeleton, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { debtLeftOf, openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import type { AttemptView } from '@remis/domain/payments/booking-money-api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { providerName } from '../../platform/provider-name.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../bookings.module.css'
import page from './page.module.css'
import { moneyQuery } from './record-queries.ts'
import { PartTitle } from '../PartTitle.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

/** How the booking was paid, and every try to pay it by card [design/web-92]. */
export const Payments = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useQuery(moneyQuery(booking))
  const ways = [
    {
      label: t('col_cash'),
      amount: booking.cashPaymentAmount,
      more: booking.cash_taken_by && t(booking.cash_taken_by === 'driver' ? 'cash_with_driver' : 'cash_with_office'),
    },
    { label: t('col_card'), amount: booking.cardPaymentAmount },
    { label: t('col_wallet'), amount: booking.usedWalletMoney },
    { label: t('trip_receipt_debt_paid'), amount: booking.debtPaid },
    { label: t('trip_receipt_debt_due'), amount: openDebtOf(booking) },
    { label: t('trip_receipt_debt_left'), amount: debtLeftOf(booking) },
    { label: t('pay_amount'), amount: booking.payableAmount },
  ].filter(({ amount }) => (amount ?? 0) > 0)
  return (
    <section className={classes.part} aria-label={t('record_payments')}>
      <PartTitle>{t('record_payments')}</PartTitle>
      {ways.length > 0 && (
        <dl className={classes.sums}>
          {ways.map(({ label, amount, more }) => (
            <div key={label}>
              <dt>{more ? `${label} · ${more}` : label}</dt>
              <dd>{format.money(amount ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {data === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={48} aria-busy="true" />}
      {data?.payments.length === 0 && <Text c="dimmed">{t('record_no_payments')}</Text>}
      {data?.payments.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </section>
  )
}

const Attempt = ({ attempt }: { attempt: AttemptView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, provider, nextCheckAt, failure } = attempt
  return (
    <div className={page.attempt}>
      <p>
        <b>{providerName(t, provider)}</b>
        <b>{format.money(attempt.amount)}</b>
      </p>
      <p>
        <span data-state={state}>{t(states[state])}</span>
        <span>{format.date(attempt.paidAt ?? attempt.createdAt, 'date-time')}</span>
      </p>
      <small>
        <bdi dir="ltr">{attempt.reference ?? attempt.id}</bdi>
        {failure !== null && (
          <>
            {' · '}
            <bdi>{failure}</bdi>
          </>
        )}
      </small>
      {state === 'review' && <Link to={paths.reviews()}>{t('review_decide')}</Link>}
      <ul>
        {attempt.reports.map(({ at, source, verdict }) => (
          <li key={`${at} ${source}`}>
            {t(source === 'query' ? 'report_asked' : 'report_came')}: {t(verdicts[verdict])}
            <time dateTime={new Date(at).toISOString()}>{format.date(at, 'date-time')}</time>
          </li>
        ))}
        {nextCheckAt !== null && (
          <li>
            {t('report_next', { checks: attempt.checks })}
            <time dateTime={new Date(nextCheckAt).toISOString()}>{format.date(nextCheckAt, 'date-time')}</time>
          </li>
        )}
        {attempt.refunds.map((refund) => (
          <li key={refund.id}>
            {t(`refund_${refund.status}`)}: {format.money(refund.amount)}
            <time dateTime={new Date(refund.doneAt ?? refund.createdAt).toISOString()}>
              {format.date(refund.doneAt ?? refund.createdAt, 'date-time')}
            </time>
          </li>
        ))}
      </ul>
    </div>
  )
}

const states = {
  waiting: 'attempt_waiting',
  paid: 'status_PAID',
  failed: 'attempt_failed',
  cancelled: 'status_CANCELLED',
  expired: 'attempt_expired',
  'given-back': 'attempt_given-back',
  review: 'attempt_review',
} as const satisfies Record<AttemptView['state'], string>

const verdicts = {
  paid: 'status_PAID',
  again: 'report_nothing_new',
  review: 'attempt_review',
  pending: 'attempt_waiting',
  failed: 'attempt_failed',
  refund: 'wallet_kind_refund',
  ignored: 'report_nothing_new',
  unknown: 'report_nothing_new',
} as const satisfies Record<AttemptView['reports'][number]['verdict'], string>
