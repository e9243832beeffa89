import '../ui/mantine-parts.ts'
import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { ProvidersView } from '@remis/domain/mail/mail-api'
import { mailCalls } from '@remis/domain/mail/mail-routes'
import type { Channel } from '@remis/domain/mail/mail-templates'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { EditButton } from '../platform/list/demo.tsx'
import { showError } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './mail.module.css'
import { providerForms, type ProviderKind } from './provider-forms.ts'
import { ProviderNotes, mailersQuery } from './ProviderNotes.tsx'
import { ProviderSheet } from './ProviderSheet.tsx'

/** `/mails/providers`: mail server and SMS gateway [design/mail-20]. */
export const ProvidersPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(mailersQuery)
  return (
    <div className={cards.page}>
      <Link className={classes.link} to={paths.mails()}>
        {t('mailers_back')}
      </Link>
      <div className={cards.intro}>
        <Title order={1} size="h3">
          {t('mailers_title')}
        </Title>
        <Text c="dimmed">{t('mailers_lead')}</Text>
      </div>
      <ProviderNotes />
      {isError && data === undefined && <ReadFailure text={t('mailers_failed')} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={260} aria-busy="true" />}
      {data !== undefined && (
        <>
          <Part channel="mail" provider={data.mail} />
          <Part channel="sms" provider={data.sms} />
        </>
      )}
    </div>
  )
}

type Provider = ProvidersView['mail'] | ProvidersView['sms']

const kindOf = (provider: NonNullable<Provider>): ProviderKind =>
  'kind' in provider.config ? provider.config.kind : 'smtp'

const Part = ({ channel, provider }: { readonly channel: Channel; readonly provider: Provider }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [editing, setEditing] = useState<ProviderKind | null>(null)
  const [ending, setEnding] = useState(false)
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<{ ok: boolean; to: string; detail: string } | null>(null)
  const { run, dialog } = useConfirmed(t('mailer_confirm'))
  const reload = () => queryClient.invalidateQueries({ queryKey: mailersQuery.queryKey })

  const test = async () => {
    setBusy(true)
    setTested(null)
    try {
      setTested(await call(mailCalls.test, { body: { channel } }))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const turnOff = async () => {
    setBusy(true)
    try {
      await run(() => call(channel === 'mail' ? mailCalls.changeMail : mailCalls.changeSms, { body: { config: null } }))
      setTested(null)
    } catch (error) {
      showError(error)
    }
    await reload()
    setBusy(false)
    setEnding(false)
  }

  const kinds = channel === 'mail' ? (['smtp'] as const) : (['twilio', 'http'] as const)
  const adding = { smtp: t('mailer_add_mail'), twilio: t('mailer_add_twilio'), http: t('mailer_add_http') }
  return (
    <section className={cards.part} aria-labelledby={`provider-${channel}`}>
      <div className={cards.head}>
        <Title order={2} size="h4" id={`provider-${channel}`}>
          {t(`mailer_${channel}`)}
        </Title>
        {provider === null ? (
          <StateChip tone="wait" icon={IconClock} label={t('mailer_missing')} />
        ) : (
          <StateChip tone="good" icon={IconCheck} label={t('mailer_ready')} />
        )}
      </div>
      {provider === null ? (
        <Text c="dimmed">{t(`mailer_missing_${channel}`)}</Text>
      ) : (
        <>
          <dl className={cards.facts}>
            {providerForms(t, true)
              [kindOf(provider)].filter(({ kind }) => kind !== 'password')
              .map(({ name, label, choices }) => {
                const value = String((provider.config as Readonly<Record<string, string | number>>)[name] ?? '')
                const shown = choices?.find((choice) => choice.value === value)?.label ?? value
                return shown === '' ? null : (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>
                      <bdi>{shown}</bdi>
                    </dd>
                  </div>
                )
              })}
          </dl>
          <Text c="dimmed" size="sm">
            {t('mailer_changed', { time: format.date(provider.updatedAt, 'date-time') })}
          </Text>
        </>
      )}
      {tested !== null && (
        <output className={classes.answer} data-failed={!tested.ok || undefined}>
          {t(tested.ok ? 'mailer_test_ok' : 'mailer_test_failed', tested)}
        </output>
      )}
      <Group gap="sm">
        {provider === null ? (
          kinds.map((kind) => (
            <EditButton
              key={kind}
              size="md"
              variant={kind === 'http' ? 'default' : 'filled'}
              onClick={() => setEditing(kind)}
            >
              {adding[kind]}
            </EditButton>
          ))
        ) : (
          <>
            <EditButton size="md" onClick={() => setEditing(kindOf(provider))}>
              {t('mailer_edit')}
            </EditButton>
            <EditButton size="md" variant="default" loading={busy && !ending} onClick={() => void test()}>
              {t('mailer_test')}
            </EditButton>
            <EditButton size="md" variant="subtle" color="red" onClick={() => setEnding(true)}>
              {t('mailer_off')}
            </EditButton>
          </>
        )}
      </Group>
      {editing !== null && (
        <ProviderSheet
          kind={editing}
          title={provider === null ? adding[editing] : t(`mailer_${channel}`)}
          provider={provider}
          run={run}
          onClose={() => {
            setEditing(null)
            void reload()
          }}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={t(`mailer_${channel}`)}
          lead={t('mailer_off_lead')}
          confirm={t('mailer_off')}
          keep={t('cancel')}
          busy={busy}
          onConfirm={() => void turnOff()}
          onClose={() => setEnding(false)}
        />
      )}
      {dialog}
    </section>
  )
}
