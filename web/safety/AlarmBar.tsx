import '../ui/mantine-parts.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { AlertRow } from '@remis/domain/safety/safety-api'
import { safetyDeskCalls } from '@remis/domain/safety/safety-routes'
import { IconUrgent, IconVolumeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './alarm.module.css'
import { useAlarm } from './alarm-sound.ts'
import { urgentQuery, useAlertStep } from './safety-queries.ts'

/** Red alerts on any page of the office, with sound, until an admin acknowledges them. */
export const AlarmBar = ({ onHeight }: { readonly onHeight?: (height: number) => void }) => {
  const { data: alerts = [] } = useQuery(urgentQuery)
  const { ref, height } = useElementSize()
  const { blocked } = useAlarm(alerts.length > 0)
  const [first] = alerts
  useEffect(() => onHeight?.(first === undefined ? 0 : height), [first, height, onHeight])
  if (first === undefined) return null
  return (
    <div className={classes.place}>
      <div ref={ref}>
        <Alarm key={first.id} alert={first} more={alerts.length - 1} blocked={blocked} />
      </div>
    </div>
  )
}

interface Props {
  readonly alert: AlertRow
  readonly more: number
  readonly blocked: boolean
}

const Alarm = ({ alert, more, blocked }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(10_000)
  const take = useAlertStep(safetyDeskCalls.take)
  const { name, bookingId, role } = alert
  const says = t(role === 'rider' ? 'alarm_rider' : 'alarm_driver', { name })
  return (
    <section className={classes.bar} aria-label={says}>
      {/* said once; the age of the alert changes */}
      <VisuallyHidden role="alert">{says}</VisuallyHidden>
      <IconUrgent size={28} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        <strong>{says}</strong>
        <span>
          {t('alarm_booking', { booking: bookingId, time: format.ago(alert.sentAt, now) })}
          {more > 0 && ` · ${t('alarm_more', { count: more })}`}
        </span>
        {blocked && (
          <output className={classes.blocked}>
            <IconVolumeOff size={18} stroke={1.75} aria-hidden />
            {t('alarm_silent')}
          </output>
        )}
      </div>
      <div className={classes.actions}>
        <Link to={paths.safetyAlert(alert.id)} className={classes.open}>
          {t('alarm_open')}
        </Link>
        <Button
          size="md"
          className={classes.take ?? ''}
          loading={take.isPending}
          onClick={() => take.mutate({ params: { id: alert.id } })}
        >
          {t('alarm_take')}
        </Button>
      </div>
    </section>
  )
}
