import type { BookingView } from '@remis/domain/booking/booking-api'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useSession } from '../platform/api/session.ts'
import classes from './ChainLinks.module.css'

/** The bookings before and after this one, where a driver's cancel made a new one [design/moves-82]. */
export const ChainLinks = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { predecessor, successor } = booking
  if (!predecessor && !successor) return null
  const to = user?.usertype === 'admin' ? paths.bookingPage : paths.trip
  return (
    <div className={classes.links}>
      {predecessor && <Link to={to(predecessor)}>{t('chain_before', { id: predecessor })}</Link>}
      {successor && <Link to={to(successor)}>{t('chain_after', { id: successor })}</Link>}
    </div>
  )
}
