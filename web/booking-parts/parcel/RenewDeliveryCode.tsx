import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingCan, type Viewer } from '@remis/domain/booking/booking-status'
import { parcelCalls } from '@remis/domain/booking/booking-routes'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-queries.ts'

/**
 * A new code for the receiver while the parcel is on its way; says when the old one is locked [design/delivery-40].
 * Empty where there is nothing to say or do.
 */
export const RenewDeliveryCode = ({ booking, viewer }: { booking: BookingView; viewer: Viewer }) => {
  const { t } = useTranslation()
  const renew = useMove(parcelCalls.renewCode)
  const locked = booking.deliveryCodeLocked === true
  const can = bookingCan.renewDeliveryCode(booking, viewer)
  return (
    <>
      {locked && <Text aria-live="polite">{t(can ? 'recipient_code_locked' : 'no_more_delivery_codes')}</Text>}
      {can && (
        <Button
          variant={locked ? 'filled' : 'default'}
          style={{ justifySelf: 'start' }}
          loading={renew.isPending}
          onClick={() => renew.mutate({ params: { id: booking.id }, body: {} })}
        >
          {t('recipient_code_renew')}
        </Button>
      )}
    </>
  )
}
