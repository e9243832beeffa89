import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { reasonText } from '../booking-parts/reason-text.ts'
import classes from './bookings.module.css'
import { PartTitle } from './PartTitle.tsx'

/** What happened, in its order, with the exact time of each. */
export const Timeline = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const events = [
    { at: booking.bookingDate, text: t(booking.booking_type_admin ? 'panel_booked_by_office' : 'panel_booked') },
    { at: booking.acceptedAt, text: t('panel_accepted', { driver: booking.driver_name ?? '' }) },
    { at: booking.driver_arrive_time, text: t('panel_arrived') },
    { at: booking.startTime, text: t('panel_started') },
    { at: booking.endTime, text: t('panel_ended') },
    { at: booking.paidAt, text: t('panel_paid') },
  ].filter((event) => event.at !== null)
  const by = booking.cancelledBy
  return (
    <section className={classes.part}>
      <PartTitle>{t('panel_timeline')}</PartTitle>
      <ol className={classes.timeline}>
        {events.map(({ at, text }) => (
          <li key={text}>
            <time dateTime={new Date(at!).toISOString()}>{format.date(at!, 'date-time')}</time>
            {text}
          </li>
        ))}
        {booking.status === 'CANCELLED' && (
          <li data-bad>
            {booking.cancelledAt !== null && (
              <time dateTime={new Date(booking.cancelledAt).toISOString()}>
                {format.date(booking.cancelledAt, 'date-time')}
              </time>
            )}
            {t('panel_cancelled', { by: by === null ? '' : t(`panel_by_${by}`) })}
            {booking.reason && `: ${reasonText(t, booking.reason)}`}
          </li>
        )}
      </ol>
    </section>
  )
}
