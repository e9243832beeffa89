import '@mantine/core/styles/Badge.layer.css'
import { Badge, Button, Skeleton } from '@mantine/core'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { sessionEnded } from '../../platform/api/session.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { sessionsQuery } from './security-query.ts'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

export const SessionsPart = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const [now] = useState(Date.now)
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const { run, busy } = useSecurityChange()
  const [sure, setSure] = useState(false)
  const endAll = () =>
    run(async () => {
      await call(securityCalls.endAllSessions, {})
      sessionEnded()
    })
  return (
    <section className={cards.part} aria-labelledby="security-sessions">
      <h2 id="security-sessions">{t('security_sessions')}</h2>
      {sessions === undefined ? (
        isError ? (
          <ReadFailure text={t('security_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={80} aria-busy="true" />
        )
      ) : (
        <ul className={cards.rows}>
          {sessions.map(({ id, device, net, seenAt, current }) => (
            <li key={id}>
              <div className={classes.item}>
                <b dir="auto">{device}</b>
                <small>{t('security_session_line', { net, seen: format.ago(seenAt, now) })}</small>
              </div>
              {current ? (
                <Badge tt="none" variant="light" size="lg">
                  {t('security_session_this')}
                </Badge>
              ) : (
                <Button
                  size="sm"
                  variant="subtle"
                  color="red"
                  disabled={busy}
                  aria-label={t('security_session_end_named', { device })}
                  onClick={() => run(() => call(securityCalls.endSession, { body: { id } }))}
                >
                  {t('security_session_end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <EditButton
        own
        size="md"
        variant="default"
        color="red"
        className={classes.action ?? ''}
        disabled={busy}
        onClick={() => setSure(true)}
      >
        {t('security_sessions_end_all')}
      </EditButton>
      {sure && (
        <ConfirmDialog
          title={t('security_sessions_end_all')}
          lead={t('security_sessions_end_all_lead')}
          confirm={t('security_sessions_end_all')}
          keep={t('security_keep')}
          busy={busy}
          onConfirm={endAll}
          onClose={() => setSure(false)}
        />
      )}
    </section>
  )
}
