import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../earnings/earnings.module.css'
import { openingText, useReserved } from './use-offers.ts'

/** Rides reserved for the driver; each can be accepted from its release on [design/dispatch-21]. */
export const Reserved = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const rides = useReserved()
  if (rides.length === 0) return null
  return (
    <section className={classes.earnings} aria-labelledby="reserved">
      <h2 id="reserved">{t('drive_reserved')}</h2>
      <ul className={classes.trips}>
        {rides.map((ride) => (
          <li key={ride.bookingId} className={classes.ride}>
            <span>
              <b>{format.date(ride.tripdate, 'date-time')}</b>
              <bdi>{ride.pickup.add}</bdi>
              <Text size="xs" c="dimmed">
                {t('drive_reserved_from', { time: openingText(format, ride) })}
              </Text>
            </span>
            <b>{format.money(ride.driver_share)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
