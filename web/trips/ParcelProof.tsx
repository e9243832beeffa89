import { Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { useTranslation } from 'react-i18next'
import { hasParcelRecord, ParcelRecord } from '../booking-parts/parcel/ParcelRecord.tsx'
import { RenewDeliveryCode } from '../booking-parts/parcel/RenewDeliveryCode.tsx'
import classes from './trip.module.css'

/** What the sender of a parcel sees: the recipient's code, then the proof or the return. */
export const ParcelProof = ({ trip, role }: { trip: BookingView; role: Role }) => {
  const { t } = useTranslation()
  return (
    <>
      {role === 'rider' && trip.deliveryCode && (
        <section className={classes.parcel} aria-labelledby="recipient-code">
          <h2 id="recipient-code">{t('recipient_code')}</h2>
          <b dir="ltr">{trip.deliveryCode}</b>
          <Text size="sm" c="dimmed">
            {t('recipient_code_hint')}
          </Text>
          {trip.customer !== undefined && <RenewDeliveryCode booking={trip} viewer={{ id: trip.customer, role }} />}
        </section>
      )}
      {hasParcelRecord(trip) && (
        <section className={classes.parcel} aria-labelledby="parcel-record">
          <h2 id="parcel-record">{t(trip.undelivered === null ? 'proof_title' : 'return_title')}</h2>
          <ParcelRecord booking={trip} />
        </section>
      )}
    </>
  )
}
