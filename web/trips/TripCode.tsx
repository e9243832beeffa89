import { Button, Text } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { tripCodeStatuses } from '@remis/domain/booking/statuses'
import { useTranslation } from 'react-i18next'
import { useMove } from '../booking-parts/booking-queries.ts'
import classes from './trip.module.css'

/** Shows the rider the trip code from ACCEPTED until the start [booking-7], or that it is locked [design/moves-20]. */
export const TripCode = ({ trip }: { trip: BookingView }) => {
  const { t } = useTranslation()
  const renew = useMove(bookingsCalls.renewTripCode)
  const { otp, codeLocked: locked = false, codeRenewalsLeft: left = 0 } = trip
  if (otp === undefined || otp === null || !tripCodeStatuses.includes(trip.status)) return null
  return (
    <section className={classes.code} aria-labelledby="trip-code">
      <h2 id="trip-code">{t('trip_code_title')}</h2>
      {!locked && (
        <p className={classes.digits} dir="ltr">
          {otp}
        </p>
      )}
      <div className={classes.codeFoot}>
        <Text size={locked ? 'sm' : 'xs'} aria-live="polite">
          {t(locked ? (left > 0 ? 'trip_code_locked_own' : 'no_more_trip_codes') : 'trip_code_tell')}
        </Text>
        {left > 0 && (
          <Button
            variant={locked ? 'filled' : 'subtle'}
            size={locked ? 'sm' : 'compact-sm'}
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
