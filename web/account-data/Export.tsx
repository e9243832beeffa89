import '@mantine/core/styles/Progress.layer.css'
import { Group, Progress, Text } from '@mantine/core'
import type { DataExport } from '@remis/domain/privacy/account-data-api'
import { accountDataCalls } from '@remis/domain/privacy/account-data-routes'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { download } from '../platform/list/download.ts'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { accountDataQuery } from './account-data-query.ts'
import cards from '../ui/parts/CardPage.module.css'
import classes from './account-data.module.css'
import { sizeIn } from './size-in.ts'

/** Requests a copy of the account's data, shows its progress and downloads it [design/privacy-30]. */
export const Export = ({ made }: { made: DataExport | null }) => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const { run, dialog } = useConfirmed(t('confirm_password_account'))
  const request = useMutation({
    mutationFn: () => run(() => call(accountDataCalls.requestExport, { body: { language: i18n.language } })),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountDataQuery.queryKey }),
  })
  const save = useMutation({ mutationFn: () => download(accountDataCalls.download, {}), onError: showError })
  const open = made?.state === 'waiting' || made?.state === 'running'
  return (
    <section className={`${cards.part} ${classes.part}`} aria-labelledby="export">
      <h2 id="export">{t('export_title')}</h2>
      <Text>{t('export_text')}</Text>
      {open && (
        <div className={classes.wide} aria-live="polite">
          <Text size="sm" mb={6}>
            {made.state === 'waiting' ? t('export_waiting') : t('export_running', { percent: made.progress })}
          </Text>
          <Progress value={made.progress} aria-label={t('export_title')} />
        </div>
      )}
      {made?.state === 'ready' && made.expiresAt !== null && (
        <Text aria-live="polite">
          {t('export_ready', {
            size: sizeIn(format.locale, made.size ?? 0),
            time: format.date(made.expiresAt, 'date-time'),
          })}
        </Text>
      )}
      {made?.state === 'failed' && <Text role="alert">{t('export_failed')}</Text>}
      {!open && (
        <Group gap="sm">
          {made?.state === 'ready' && (
            <EditButton own size="md" loading={save.isPending} onClick={() => save.mutate()}>
              {t('export_download')}
            </EditButton>
          )}
          <EditButton
            own
            size="md"
            variant={made?.state === 'ready' ? 'default' : 'filled'}
            loading={request.isPending && dialog === null}
            onClick={() => request.mutate()}
          >
            {t(made?.state === 'ready' ? 'export_again' : 'export_request')}
          </EditButton>
        </Group>
      )}
      {dialog}
    </section>
  )
}
