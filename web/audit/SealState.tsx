import { auditCalls, mostUnsealed } from '@remis/domain/audit/audit-routes'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import classes from './audit.module.css'

/** A seal is made each minute. */
const everyMs = 60_000

/** Whether the last entries still match their seal, and how the whole chain is checked [design/access-98]. */
export const SealState = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['audit', 'seal'],
    refetchInterval: everyMs,
    queryFn: () => call(auditCalls.seal, {}),
  })
  if (data === undefined) return null
  const { last, unsealed } = data
  const waiting = unsealed >= mostUnsealed ? `${format.number(mostUnsealed)}+` : format.number(unsealed)
  return (
    <div className={classes.seal}>
      {last === null ? (
        <StateChip tone="quiet" icon={IconLockOpen} label={t('audit_not_sealed')} />
      ) : last.intact ? (
        <StateChip tone="good" icon={IconLock} label={t('audit_sealed')} />
      ) : (
        <StateChip tone="bad" icon={IconLockOpen} label={t('audit_broken')} />
      )}
      <span>
        {last !== null &&
          t('audit_seal', {
            time: format.date(last.at, 'date-time'),
            entries: format.number(last.entries),
            waiting,
          })}{' '}
        {t('audit_verify')} <code dir="ltr">npm run verify</code>
      </span>
      {last !== null && (
        <code dir="ltr" title={last.hash}>
          {last.hash.slice(0, 12)}
        </code>
      )}
    </div>
  )
}
