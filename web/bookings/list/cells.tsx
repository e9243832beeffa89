import { dayMs } from '@remis/domain/kit/durations'
import { VisuallyHidden } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import { dayName } from '../../platform/format.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from './list.module.css'

interface TwoLinesProps {
  readonly first: ReactNode
  readonly second?: ReactNode
  /** all of it, on hover */
  readonly title?: string | undefined
}

/** A cell with what matters above and what belongs to it below, each cut where the column ends. */
export const TwoLines = ({ first, second, title }: TwoLinesProps) => (
  <span className={classes.two} title={title}>
    <span dir="auto">{first}</span>
    {second !== undefined && second !== null && second !== '' && <small dir="auto">{second}</small>}
  </span>
)

interface WhenProps {
  readonly at: number
  /** booked for later */
  readonly later: boolean
}

/**
 * Shows the day, and below it the time and, within a day, how long ago, updated every 30 s. The exact moment on hover.
 */
export const WhenCell = ({ at, later }: WhenProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const zone = useSettings()?.timezone ?? 'UTC'
  const now = useNow(30_000)
  // The pickup of a ride for later is an appointment: it is not read as "in 3 h".
  const near = Math.abs(now - at) < dayMs && !(later && at > now)
  return (
    <time dateTime={new Date(at).toISOString()} title={format.date(at, 'date-time')} className={classes.two}>
      <span>
        {dayName(at, now, zone, format.locale)}
        {later && (
          <>
            {' '}
            <IconClock size={14} stroke={2} aria-hidden />
            <VisuallyHidden>{t('bookings_later')}</VisuallyHidden>
          </>
        )}
      </span>
      <small>
        {format.date(at, 'time')}
        {near && <> · {format.relative(at, now)}</>}
      </small>
    </time>
  )
}
