import { Button, VisuallyHidden } from '@mantine/core'
import type { LaterBooking } from '@remis/domain/booking/later/later-api'
import { IconAlertTriangle, IconSteeringWheel, IconUserQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../booking-parts/StatusChip.tsx'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import { StateChip } from '../../ui/parts/StateChip.tsx'
import classes from './later.module.css'

interface Props {
  readonly row: LaterBooking
  /** the reader is an admin */
  readonly mayAssign: boolean
  readonly onAssign: () => void
}

/** One booking of the calendar: time, rider, places and driver. */
export const Entry = ({ row, mayAssign, onAssign }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, status, driver, reserved, overlaps } = row
  // Until one of its drivers accepts it, a fleet admin may not open the booking [booking-72].
  const mayOpen = mayAssign || status !== 'NEW'
  const name = <bdi>{row.customer_name}</bdi>
  const none = driver === null && reserved.length === 0
  return (
    <article className={classes.entry} data-free={none || undefined} data-overlaps={overlaps || undefined}>
      <header>
        <time dateTime={new Date(row.tripdate).toISOString()}>{format.date(row.tripdate, 'time')}</time>
        {mayOpen ? (
          <Link to={paths.booking(id)} aria-label={`${row.customer_name}, ${id}`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </header>
      <p>
        <VisuallyHidden>{t('later_way', { pickup: row.pickup, drop: row.drop })}</VisuallyHidden>
        <span className={classes.way} aria-hidden>
          <bdi title={row.pickup}>{row.pickup}</bdi>
          <bdi title={row.drop}>{row.drop}</bdi>
        </span>
      </p>
      <p className={classes.facts}>
        <bdi>{row.carType}</bdi> · {format.duration(row.estimateTime)}
      </p>
      <div className={classes.who}>
        {none ? (
          <StateChip tone="wait" icon={IconUserQuestion} label={t('later_no_driver')} />
        ) : (
          <span className={classes.driver}>
            <IconSteeringWheel size={16} stroke={1.75} aria-hidden />
            <bdi>
              {driver !== null
                ? driver.name
                : reserved.map(({ name }) => t('later_reserved', { name })).join(t('list_comma'))}
            </bdi>
          </span>
        )}
        {status !== 'NEW' && status !== 'ACCEPTED' && <StatusChip status={status} />}
        {overlaps && (
          <span title={t('later_overlaps')}>
            <StateChip tone="bad" icon={IconAlertTriangle} label={t('later_overlap')} />
          </span>
        )}
      </div>
      {mayAssign && status === 'NEW' && (
        <Button
          size="compact-sm"
          variant={none ? 'light' : 'default'}
          aria-label={t('later_assign', { id })}
          onClick={onAssign}
        >
          {t('assign')}
        </Button>
      )}
    </article>
  )
}
