import { Stack, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { hasParcelRecord, ParcelRecord } from '../../booking-parts/parcel/ParcelRecord.tsx'
import { RenewDeliveryCode } from '../../booking-parts/parcel/RenewDeliveryCode.tsx'
import { useSession } from '../../platform/api/session.ts'
import { PartTitle } from '../PartTitle.tsx'

/** The proof or the return of a delivery, on the page of a booking; a new code for the receiver where it is locked. */
export const ParcelPart = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <>
      {user !== null && booking.deliveryCodeLocked === true && (
        <section>
          <PartTitle>{t('recipient_code')}</PartTitle>
          <Stack gap="xs" align="flex-start">
            <RenewDeliveryCode booking={booking} viewer={{ id: user.id, role: user.usertype }} />
            <Text size="sm" c="dimmed">
              {t('recipient_code_office_lead')}
            </Text>
          </Stack>
        </section>
      )}
      {hasParcelRecord(booking) && (
        <section>
          <PartTitle>{t(booking.undelivered === null ? 'proof_title' : 'return_title')}</PartTitle>
          <ParcelRecord booking={booking} />
        </section>
      )}
    </>
  )
}
