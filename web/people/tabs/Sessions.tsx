import { fullName } from '@remis/domain/people/first-name'
import type { PersonView } from '@remis/domain/people/people-api'
import { personPartsCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closing } from '../../platform/api/call-outcome.ts'
import { call } from '../../platform/api/call.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { useNow } from '../../platform/api/server-clock.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { deviceOf } from '../device-of.ts'
import { personKey, usePersonChange } from '../people-queries.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'

/** Where the person is signed in; one session or all can be ended. */
export const Sessions = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  const params = { id: person.id }
  const {
    data: rows,
    isError,
    refetch,
  } = useQuery({
    queryKey: [...personKey(person.id), 'sessions'],
    queryFn: async () => (await call(personPartsCalls.sessions, { params })).rows,
  })
  const end = usePersonChange(personPartsCalls.endSessions)
  const [asking, setAsking] = useState(false)
  const nameOf = (userAgent: string) => deviceOf(userAgent) ?? t('person_session_unknown')
  return (
    <div className={classes.sections}>
      <Pages
        rows={rows}
        failed={isError}
        onRetry={() => void refetch()}
        list={null}
        none={t('person_sessions_none')}
        keyOf={({ id }) => id}
      >
        {(row) => (
          <>
            <span className={classes.two}>
              <bdi>{nameOf(row.userAgent)}</bdi>
              <small>
                {t('person_session_seen', { ago: format.ago(row.seenAt, now) })}
                {row.address !== '' && (
                  <>
                    {' · '}
                    {t('person_session_from', { address: row.address })}
                  </>
                )}
              </small>
            </span>
            <EditButton
              variant="default"
              className={classes.end ?? ''}
              aria-label={t('person_session_end_one', { device: nameOf(row.userAgent) })}
              loading={end.isPending && end.variables.body.session === row.id}
              onClick={() => end.mutate({ params, body: { session: row.id } })}
            >
              {t('person_session_end')}
            </EditButton>
          </>
        )}
      </Pages>
      {rows !== undefined && rows.length > 1 && (
        <div>
          <EditButton variant="light" color="red" onClick={() => setAsking(true)}>
            {t('person_sessions_end')}
          </EditButton>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={t('person_sessions_end_title', { name: fullName(person) })}
          confirm={t('person_sessions_end')}
          keep={t('cancel')}
          busy={end.isPending}
          onConfirm={() =>
            end.mutate(
              { params, body: {} },
              closing(() => setAsking(false)),
            )
          }
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
