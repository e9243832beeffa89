import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useVariant } from '../../platform/api/settings.ts'
import type { Line } from './Lines.tsx'

/** Receiver, parcel and instructions of a delivery [delivery-5]; of a ride the note to the driver [booking-71]. */
export const useParcelLines = (booking: BookingView): readonly Line[] => {
  const { t } = useTranslation()
  const variant = useVariant()
  return [
    { title: t('recipient'), text: booking.deliveryPerson },
    { title: t('recipient_phone'), text: booking.deliveryPersonPhone, number: true },
    { title: t('col_parcel'), text: booking.parcelTypeSelected?.description },
    { title: t('col_option'), text: booking.optionSelected?.description },
    { title: t(variant.showsParcel ? 'col_pickup_instructions' : 'drive_note'), text: booking.pickUpInstructions },
    { title: t('col_delivery_instructions'), text: booking.deliveryInstructions },
  ]
}
