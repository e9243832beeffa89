import '../../ui/mantine-parts.ts'
import { Group, Skeleton, Text, Title } from '@mantine/core'
import type { SocialAppsView } from '@remis/domain/accounts/social/social-api'
import { socialCalls, socialTitles, type SocialName } from '@remis/domain/accounts/social/social-routes'
import { IconCheck, IconClock } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../use-confirmed.tsx'
import { call } from '../../platform/api/call.ts'
import { queryClient } from '../../platform/api/plain-call.ts'
import { EditButton } from '../../platform/list/demo.tsx'
import { showError } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { StateChip } from '../../ui/parts/StateChip.tsx'
import { socialForms } from './social-forms.ts'
import cards from '../../ui/parts/CardPage.module.css'
import { SocialAppSheet } from './SocialAppSheet.tsx'

const appsQuery = queryOptions({ queryKey: ['social-apps'], queryFn: () => call(socialCalls.apps, {}) })

/** `/social-apps`: the operator's apps at Facebook and Apple [design/accounts-107]. */
export const SocialAppsPage = () => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(appsQuery)
  return (
    <div className={cards.page}>
      <div className={cards.intro}>
        <Title order={1} size="h3">
          {t('title_social_apps')}
        </Title>
        <Text c="dimmed">{t('social_apps_lead')}</Text>
      </div>
      {data?.trial && <p className={cards.note}>{t('social_apps_trial')}</p>}
      {data?.enabled === false && <p className={cards.note}>{t('social_apps_off')}</p>}
      {isError && data === undefined && <ReadFailure text={t('social_apps_failed')} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={260} aria-busy="true" />}
      {data !== undefined && (
        <>
          <Part provider="facebook" app={data.facebook} returnUrl={data.returnUrls.facebook} />
          <Part provider="apple" app={data.apple} returnUrl={data.returnUrls.apple} />
        </>
      )}
    </div>
  )
}

interface PartProps {
  readonly provider: SocialName
  readonly app: SocialAppsView['facebook'] | SocialAppsView['apple']
  readonly returnUrl: string
}

const Part = ({ provider, app, returnUrl }: PartProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [editing, setEditing] = useState(false)
  const [ending, setEnding] = useState(false)
  const [busy, setBusy] = useState(false)
  const { run, dialog } = useConfirmed(t('social_confirm'))
  const title = socialTitles[provider]
  const reload = () => queryClient.invalidateQueries({ queryKey: appsQuery.queryKey })

  const remove = async () => {
    setBusy(true)
    try {
      const route = provider === 'facebook' ? socialCalls.changeFacebook : socialCalls.changeApple
      await run(() => call(route, { body: { config: null } }))
    } catch (error) {
      showError(error)
    }
    await reload()
    setBusy(false)
    setEnding(false)
  }

  return (
    <section className={cards.part} aria-labelledby={`social-${provider}`}>
      <div className={cards.head}>
        <Title order={2} size="h4" id={`social-${provider}`}>
          {title}
        </Title>
        {app === null ? (
          <StateChip tone="wait" icon={IconClock} label={t('social_app_missing')} />
        ) : (
          <StateChip tone="good" icon={IconCheck} label={t('social_app_ready')} />
        )}
      </div>
      <dl className={cards.facts}>
        <div>
          <dt>{t('social_return_url')}</dt>
          <dd>
            <bdi>{returnUrl}</bdi>
          </dd>
        </div>
        {app !== null &&
          socialForms(t, true)
            [provider].filter(({ name }) => name !== 'secret')
            .map(({ name, label }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{(app.config as Readonly<Record<string, string>>)[name]}</bdi>
                </dd>
              </div>
            ))}
      </dl>
      <Text c="dimmed" size="sm">
        {app === null
          ? t(`social_app_where_${provider}`)
          : t('social_app_changed', { time: format.date(app.updatedAt, 'date-time') })}
      </Text>
      <Group gap="sm">
        <EditButton size="md" onClick={() => setEditing(true)}>
          {t(app === null ? 'social_app_add' : 'social_app_edit')}
        </EditButton>
        {app !== null && (
          <EditButton size="md" variant="subtle" color="red" onClick={() => setEnding(true)}>
            {t('social_app_remove')}
          </EditButton>
        )}
      </Group>
      {editing && (
        <SocialAppSheet
          provider={provider}
          title={title}
          app={app}
          run={run}
          onClose={() => {
            setEditing(false)
            void reload()
          }}
        />
      )}
      {ending && (
        <ConfirmDialog
          title={title}
          lead={t('social_app_remove_lead', { provider: title })}
          confirm={t('social_app_remove')}
          keep={t('cancel')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setEnding(false)}
        />
      )}
      {dialog}
    </section>
  )
}
