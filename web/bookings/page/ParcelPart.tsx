import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { hasParcelRecord, ParcelRecord } from '../../booking-parts/parcel/ParcelRecord.tsx'
import { PartTitle } from '../PartTitle.tsx'

/** The proof or the return of a delivery, on the page of a booking. */
export const ParcelPart = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  if (!hasParcelRecord(booking)) return null
  return (
    <section>
      <PartTitle>{t('proof_title')}</PartTitle>
      <ParcelRecord booking={booking} />
    </section>
  )
}
