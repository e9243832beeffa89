import type { BookingView } from '@remis/domain/booking/booking-api'
import { variants } from '@remis/domain/booking/variant'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import classes from './Parcel.module.css'

/** The parcel, its receiver and the instructions, for its sender and the office [delivery-5]. */
export const Parcel = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const variant = variants[useSettings()?.appcat ?? 'taxi']
  if (!variant.showsParcel) return null
  const rows = [
    { title: t('col_delivery_person'), text: trip.deliveryPerson },
    { title: t('col_delivery_phone'), text: trip.deliveryPersonPhone, number: true },
    { title: t('col_parcel'), text: trip.parcelTypeSelected?.description },
    { title: t('col_option'), text: trip.optionSelected?.description },
    { title: t('col_pickup_instructions'), text: trip.pickUpInstructions },
    { title: t('col_delivery_instructions'), text: trip.deliveryInstructions },
  ]
  return (
    <section className={classes.parcel} aria-labelledby="parcel">
      <h2 id="parcel">{t('parcel')}</h2>
      <dl>
        {rows.map(
          ({ title, text, number }) =>
            text && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  <bdi dir={number ? 'ltr' : 'auto'}>{text}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
