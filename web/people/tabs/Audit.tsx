import type { PersonView } from '@remis/domain/people/people-api'
import { personPartsCalls } from '@remis/domain/people/people-routes'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { actionText, subjectParts } from '../../audit/audit-texts.ts'
import { entryLine } from '../../audit/entry-changes.ts'
import { useEntryWords } from '../../audit/use-entry-words.ts'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'
import { usePages } from './use-pages.ts'

/** What the audit log says about a person: done to them, and by them as a member of the office. */
export const Audit = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEntryWords()
  const params = { id: person.id }
  const { rows, failed, retry, list } = usePages(person.id, 'audit', personPartsCalls.audit, (query) => ({
    params,
    query,
  }))
  return (
    <>
      <Link to={paths.auditOfPerson(person.id)}>{t('audit_all')}</Link>
      <Pages
        rows={rows}
        failed={failed}
        onRetry={retry}
        list={list}
        none={t('person_audit_none')}
        keyOf={({ id }) => id}
      >
        {(row) => (
          <>
            <span className={classes.two}>
              {actionText(t, row.action)}
              <small>
                {row.side === 'actor'
                  ? t('person_audit_own')
                  : t('person_audit_by', { name: row.actor ?? t('person_audit_system') })}
                {row.side === 'actor' && row.subject !== `user:${person.id}` && (
                  <>
                    {' · '}
                    <bdi>{Object.values(subjectParts(t, row.subject)).join(' ')}</bdi>
                  </>
                )}
              </small>
              <small className={classes.detail}>{entryLine(row, words)}</small>
            </span>
            <small className={classes.end}>{format.date(row.at, 'date-time')}</small>
          </>
        )}
      </Pages>
    </>
  )
}
