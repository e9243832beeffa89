import type { BookingView } from '@remis/domain/booking/booking-api'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useSession } from '../platform/api/session.ts'
import { PhoneNumber } from '../ui/parts/phone/PhoneNumber.tsx'
import classes from './bookings.module.css'
import { PartTitle } from './PartTitle.tsx'

/** Rider, driver and car, with what this reader may see of their numbers; for admins with links to their pages. */
export const People = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const isAdmin = useSession().user?.usertype === 'admin'
  const car = [booking.vehicleMake, booking.vehicleModel].filter(Boolean).join(' ')
  const rows = [
    {
      label: t('trip_rider'),
      id: booking.customer,
      name: booking.customer_name,
      phone: booking.customer_contact,
      more: [booking.customer_email],
    },
    ...(booking.driver === null
      ? []
      : [
          {
            label: t('trip_driver_plain'),
            id: booking.driver,
            name: booking.driver_name,
            phone: booking.driver_contact,
            more: [car, booking.vehicle_number],
          },
        ]),
  ]
  return (
    <section className={classes.part}>
      <PartTitle>{t('panel_people')}</PartTitle>
      <dl className={classes.people}>
        {rows.map(({ label, id, name, phone, more }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{isAdmin && id ? <Link to={paths.person(id)}>{name}</Link> : name}</strong>
              {phone && (
                <span>
                  <PhoneNumber number={phone} label={t('trip_call_person', { name: name ?? '' })} />
                </span>
              )}
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
