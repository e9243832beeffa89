import type { PersonView } from '@remis/domain/people/people-api'
import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './people.module.css'

/** Reason, end and author of the suspension. */
export const SuspensionNote = ({ person: { suspension } }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (suspension === null) return null
  const { reason, until, since, by, waits } = suspension
  return (
    <div className={classes.suspended} role="note">
      <IconLock size={20} stroke={1.75} aria-hidden />
      <div className={classes.two}>
        <strong>{t('person_suspended', { reason })}</strong>
        {waits && <span>{t('person_suspended_waits')}</span>}
        <small>
          {until === null
            ? t('person_suspended_open_end')
            : t('person_suspended_until', { date: format.date(until, 'date-time') })}
        </small>
        {by && <small>{t('person_suspended_by', { name: by, date: format.date(since, 'date-time') })}</small>}
      </div>
    </div>
  )
}
