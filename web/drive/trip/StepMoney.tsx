import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { isAborted } from '@remis/domain/booking/booking-status'
import { feeOf } from '@remis/domain/booking/payment-packet'
import { paidStatuses } from '@remis/domain/booking/statuses'
import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import { useTranslation } from 'react-i18next'
import { feeText } from '../../booking-parts/cancel/fee-text.ts'
import { reasonText } from '../../booking-parts/reason-text.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../drive.module.css'
import { shareChange } from './share-change.ts'

interface Props {
  readonly trip: BookingView
}

/** Returns what the driver collects in cash: the fare and an earlier debt of the rider. Major units. */
export const toCollectOf = (trip: BookingView): number => (trip.payableAmount ?? 0) + openDebtOf(trip)

/** Shows which part of the cash is an earlier debt. */
export const DebtPart = ({ trip }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const debt = openDebtOf(trip)
  if (debt <= 0) return null
  return <span className={classes.quiet}>{t('drive_debt_part', { amount: format.money(debt) })}</span>
}

/** Shows what an ended trip earned or is still due, or why a trip was cancelled and its fee. */
export const StepMoney = ({ trip }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const charged = feeOf(trip)
  return (
    <>
      {paidStatuses.includes(trip.status) && (
        <div className={classes.sum}>
          <span className={classes.quiet}>{t('drive_earned_trip')}</span>
          <strong className={classes.pay}>{format.money(trip.driver_share ?? 0)}</strong>
          <ShareNote trip={trip} />
        </div>
      )}
      {(trip.status === 'REACHED' || trip.status === 'PENDING') && (
        <div className={classes.sum}>
          <strong className={classes.pay}>{format.money(toCollectOf(trip))}</strong>
          <DebtPart trip={trip} />
        </div>
      )}
      {(trip.status === 'CANCELLED' || isAborted(trip)) && trip.reason && (
        <Text c="dimmed">{t('trip_cancelled_because', { reason: reasonText(t, trip.reason) })}</Text>
      )}
      {trip.status === 'CANCELLED' && charged.fee > 0 && (
        <Text fw={600}>{feeText(t, format, charged, 'drive_cancel_fee')}</Text>
      )}
    </>
  )
}

/** Says why the share differs from the one of the request. */
const ShareNote = ({ trip }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const change = shareChange(trip)
  if (change === null) return null
  return (
    <span className={classes.quiet}>
      {t(change.key, {
        amount: format.money(change.amount),
        km: format.distance(change.final.km),
        time: format.duration(change.final.seconds),
        quotedKm: format.distance(change.quoted.km),
        quotedTime: format.duration(change.quoted.seconds),
      })}
      {change.charged !== null && ` ${t(`trip_charged_${change.charged}`)}`}
    </span>
  )
}
