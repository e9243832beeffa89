import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../platform/api/settings.ts'
import classes from './bookings.module.css'

/** For the driver, beside the addresses: the note of a ride [booking-71]; of a delivery also the parcel and its receiver. */
export const Instructions = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const delivery = useSettings()?.appcat === 'delivery'
  const { pickUpInstructions, deliveryInstructions, deliveryPerson, deliveryPersonPhone } = booking
  const lines = [
    { label: t('col_parcel'), text: booking.parcelTypeSelected?.description },
    { label: t('col_option'), text: booking.optionSelected?.description },
    { label: t('col_delivery_person'), text: [deliveryPerson, deliveryPersonPhone].filter(Boolean).join(', ') },
    { label: t(delivery ? 'col_pickup_instructions' : 'drive_note'), text: pickUpInstructions },
    { label: t('col_delivery_instructions'), text: deliveryInstructions },
  ].filter(({ text }) => text)
  if (lines.length === 0) return null
  return (
    <dl className={classes.instructions}>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
