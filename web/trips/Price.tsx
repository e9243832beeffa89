import type { BookingView } from '@remis/domain/booking/booking-api'
import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import { useTranslation } from 'react-i18next'
import { useVariant } from '../platform/api/settings.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './trip.module.css'

/** Price of a ride that has not ended, an estimate where the fare follows the track; for drivers their earnings. */
export const Price = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { recomputesFare } = useVariant()
  const amount = trip.customer_paid ?? trip.trip_cost ?? trip.estimate
  return (
    <dl className={classes.price}>
      {amount !== undefined && (
        <div>
          <dt>
            {t(recomputesFare ? 'estimate_total_about' : 'trip_price')}{' '}
            <span>{t(`trip_pay_how_${trip.payment_mode}`)}</span>
          </dt>
          <dd>{format.money(amount)}</dd>
        </div>
      )}
      {openDebtOf(trip) > 0 && (
        <div>
          <dt>{t('trip_receipt_debt_due')}</dt>
          <dd>{format.money(openDebtOf(trip))}</dd>
        </div>
      )}
      {trip.driver_share !== undefined && (
        <div>
          <dt>{t('trip_receipt_share')}</dt>
          <dd>{format.money(trip.driver_share)}</dd>
        </div>
      )}
    </dl>
  )
}
