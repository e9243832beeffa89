import { dayMs } from '@remis/domain/kit/durations'
import { useNow } from '../platform/api/server-clock.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './bookings.module.css'

interface Props {
  readonly at: number
  /** booked for later */
  readonly later: boolean
}

/**
 * Shows the relative time within a day, otherwise date and time; the exact moment on hover. A clock icon marks a
 * booking for later.
 */
export const When = ({ at, later }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const exact = format.date(at, 'date-time')
  // The pickup of a ride for later is an appointment: it is not read as "in 3 h".
  const near = Math.abs(now - at) < dayMs && !(later && at > now)
  return (
    <time dateTime={new Date(at).toISOString()} title={exact} className={classes.when}>
      {later && (
        <>
          <IconClock size={16} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t('bookings_later')}: </VisuallyHidden>
        </>
      )}
      {near ? format.relative(at, now) : exact}
    </time>
  )
}
