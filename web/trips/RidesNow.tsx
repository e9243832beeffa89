import '../ui/mantine-parts.ts'
import type { BookingView } from '@remis/domain/booking/booking-api'
import { bookingsCalls } from '@remis/domain/booking/booking-routes'
import { openStatuses } from '@remis/domain/booking/statuses'
import { openDebtOf } from '@remis/domain/booking/unpaid/open-debt'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../booking-parts/booking-cache.ts'
import { useLeftPickup } from '../booking-parts/booking-queries.ts'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './rides-now.module.css'
import { sentenceOf } from './trip-state.ts'

/** Cards at most. */
const most = 3

const query = { status: [...openStatuses, 'PENDING'].join(), when: 'now', limit: most } as const

/** A rider's rides of now, each as a link to its page; nothing where there is none [landing-29]. */
export const RidesNow = () => {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [...bookingKeys.lists, query],
    queryFn: () => call(bookingsCalls.list, { query }),
  })
  const rides = data?.rows ?? []
  if (rides.length === 0) return null
  return (
    <nav aria-label={t('rides_now')} className={classes.rides}>
      {rides.map((ride) => (
        <RideNow key={ride.id} ride={ride} />
      ))}
    </nav>
  )
}

const RideNow = ({ ride }: { readonly ride: BookingView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = {
    driver: ride.driver_name ?? '',
    amount: format.money((ride.payableAmount ?? 0) + openDebtOf(ride)),
  }
  return (
    <Link to={paths.trip(ride.id)} className={classes.ride}>
      <span>
        <strong>{t(sentenceOf(ride, null, useLeftPickup(ride)).key, words)}</strong>
        <bdi>{ride.drop.add}</bdi>
      </span>
      <IconChevronRight size={20} stroke={1.75} className={classes.ahead} aria-hidden />
    </Link>
  )
}
