import { VisuallyHidden } from '@mantine/core'
import { paidStatuses, type Status } from '@remis/domain/booking/statuses'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './trip.module.css'
import { tripStep, tripSteps } from './trip-state.ts'

interface Props {
  readonly status: Status
  /** the parcel comes back to its sender */
  readonly returned?: boolean
}

/** The five steps of a ride, the current one highlighted. */
export const Progress = ({ status, returned = false }: Props) => {
  const { t } = useTranslation()
  const now = tripStep(status)
  if (now === null) return null
  const over = paidStatuses.includes(status)
  return (
    <ol className={classes.steps} aria-label={t('trip_progress')}>
      {tripSteps.map((step, i) => {
        const look = i < now || over ? 'done' : i === now ? 'now' : 'next'
        return (
          <li key={step} data-look={look} aria-current={look === 'now' ? 'step' : undefined}>
            <span className={classes.mark} aria-hidden="true">
              {look === 'done' && <IconCheck size={12} stroke={3} />}
            </span>
            <span className={classes.stepName}>
              {t(returned && step === 'arrived' ? 'trip_step_returned' : `trip_step_${step}`)}
            </span>
            {look !== 'next' && (
              <VisuallyHidden>, {t(look === 'done' ? 'trip_step_done' : 'trip_step_now')}</VisuallyHidden>
            )}
          </li>
        )
      })}
    </ol>
  )
}
