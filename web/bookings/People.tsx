import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import classes from './bookings.module.css'
import { PartTitle } from './PartTitle.tsx'

/** Rider, driver and car, with what this reader may see of their numbers. */
export const People = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const car = [booking.vehicleMake, booking.vehicleModel].filter(Boolean).join(' ')
  const rows = [
    { label: t('trip_rider'), name: booking.customer_name, more: [booking.customer_contact, booking.customer_email] },
    ...(booking.driver === null
      ? []
      : [
          {
            label: t('trip_driver_plain'),
            name: booking.driver_name,
            more: [booking.driver_contact, car, booking.vehicle_number],
          },
        ]),
  ]
  return (
    <section className={classes.part}>
      <PartTitle>{t('panel_people')}</PartTitle>
      <dl className={classes.people}>
        {rows.map(({ label, name, more }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{name}</strong>
              {more.filter(Boolean).map((text) => (
                <span key={text}>
                  <bdi>{text}</bdi>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
