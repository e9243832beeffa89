import type { BookingView } from '@remis/domain/booking/booking-api'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import classes from './ChainLinks.module.css'

/** The bookings before and after this one, where a driver's cancel made a new one [design/moves-82]. */
export const ChainLinks = ({ booking }: { booking: BookingView }) => {
  const { t } = useTranslation()
  const { predecessor, successor } = booking
  if (!predecessor && !successor) return null
  return (
    <div className={classes.links}>
      {predecessor && <Link to={paths.trip(predecessor)}>{t('chain_before', { id: predecessor })}</Link>}
      {successor && <Link to={paths.trip(successor)}>{t('chain_after', { id: successor })}</Link>}
    </div>
  )
}
