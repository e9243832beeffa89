import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { tripCodeStatuses } from '@remis/domain/booking/statuses'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import classes from './trip.module.css'

/** The trip code, shown to its rider from ACCEPTED until the start [booking-7]. */
export const TripCode = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const renew = useMove(bookingsCalls.renewTripCode)
  const { otp, codeRenewalsLeft: left = 0 } = trip
  if (otp === undefined || otp === null || !tripCodeStatuses.includes(trip.status)) return null
  return (
    <section className={classes.code} aria-labelledby="trip-code">
      <h2 id="trip-code">{t('trip_code_title')}</h2>
      <p className={classes.digits} dir="ltr">
        {otp}
      </p>
      <div className={classes.codeFoot}>
        <Text size="xs">{t('trip_code_tell')}</Text>
        {left > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={renew.isPending}
            onClick={() => renew.mutate({ params: { id: trip.id }, body: {} })}
          >
            {t('trip_code_renew_left', { count: left })}
          </Button>
        )}
      </div>
    </section>
  )
}
