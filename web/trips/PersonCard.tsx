import { Text, VisuallyHidden } from '@mantine/core'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { Role } from '@remis/domain/kit/endpoint'
import { IconStarFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ChatButton } from '../chat/ChatButton.tsx'
import { CallButton } from '../ui/parts/phone/CallButton.tsx'
import { useFormat } from '../platform/use-format.ts'
import { Face, Plate } from '../ui/parts/Person.tsx'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'
import classes from './trip.module.css'

interface Props {
  readonly trip: BookingView
  readonly role: Role
}

/** For riders the driver and the car, for drivers the rider, for the office both. */
export const PersonCard = ({ trip, role }: Props) => (
  <>
    {role !== 'rider' && <Rider trip={trip} role={role} />}
    {role !== 'driver' && trip.driver !== null && <Driver trip={trip} role={role} />}
  </>
)

const Driver = ({ trip, role }: Props) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  // [people-2]
  const rated = (rating: number) =>
    rating.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const car = [trip.vehicleMake, trip.vehicleModel].filter(Boolean).join(' ')
  return (
    <section className={classes.person} aria-label={t('trip_driver_plain')}>
      <Face src={trip.driver_image} name={trip.driver_name ?? ''} />
      <div className={classes.who}>
        <Text fw={600}>{trip.driver_name}</Text>
        <Text size="xs" c="dimmed" className={classes.rating}>
          {trip.driverRating === null ? (
            // The booking keeps the rating as it was at its accept; of an ended ride the driver is no longer new.
            trip.endTime === null && t('trip_unrated')
          ) : (
            <>
              <IconStarFilled size={13} aria-hidden />
              <VisuallyHidden>{t('trip_rating_of', { rating: rated(trip.driverRating) })}</VisuallyHidden>
              <span aria-hidden="true">{rated(trip.driverRating)}</span>
            </>
          )}
        </Text>
      </div>
      <div className={classes.car}>
        <VehiclePicture image={trip.carImage} width={76} />
        <Text size="xs" c="dimmed">
          {car === '' ? trip.carType : car}
        </Text>
      </div>
      <div className={classes.contact}>
        {trip.vehicle_number !== null && (
          <Plate number={trip.vehicle_number} label={t('trip_plate', { plate: trip.vehicle_number })} />
        )}
        {role === 'rider' && <ChatButton trip={trip} side="rider" />}
        <CallButton size="md" name={trip.driver_name ?? ''} number={trip.driver_contact} />
      </div>
    </section>
  )
}

const Rider = ({ trip, role }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.person} aria-label={t('trip_rider')}>
      <Face src={trip.customer_image ?? null} name={trip.customer_name} />
      <div className={classes.who}>
        <Text fw={600}>{trip.customer_name}</Text>
        <Text size="xs" c="dimmed">
          {t('trip_rider')}
        </Text>
      </div>
      <div className={classes.contact}>
        {role === 'driver' && <ChatButton trip={trip} side="driver" />}
        <CallButton size="md" name={trip.customer_name} number={trip.customer_contact} />
      </div>
    </section>
  )
}
