import '../ui/mantine-parts.ts'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { useLive } from '../platform/live/live.ts'
import { useFormat } from '../platform/use-format.ts'
import { CardGateways } from './CardGateways.tsx'
import { Checklist } from './Checklist.tsx'
import { MapProposal } from './MapProposal.tsx'
import { MapServices } from './MapServices.tsx'
import { appInfoGroups, groupsIn, settingGroups } from './setting-groups.ts'
import { allSettingsQuery, readSettingsAgain, type AllSettings } from './settings-queries.ts'
import classes from './settings.module.css'
import { SettingsForm } from './SettingsForm.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** `/settings`: one group of fields at a time [settings-3]. */
export const SettingsPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const appcat = useSettings()?.appcat ?? 'taxi'
  const { group } = useSearch({ strict: false }) as { group?: unknown }
  const groups = useMemo(() => groupsIn(settingGroups, appcat), [appcat])
  const open = groups.find(({ id }) => id === group) ?? groups[0]!
  return (
    <Loaded title={t('title_settings')} lead={t('settings_lead')}>
      {(stored) => (
        <>
          <MapProposal canSave={stored.settings.AllowCriticalEditsAdmin} />
          <SettingsForm
            stored={stored}
            groups={groups}
            open={open.id}
            onOpen={(id) => void navigate({ to: paths.settingsGroup(id), replace: true })}
            before={{
              general: <Before />,
              maps: <MapFacts />,
              mail: <MailLink />,
              payments: <CardGateways />,
              demo: <DemoEnd />,
            }}
          />
        </>
      )}
    </Loaded>
  )
}

/** `/appinfo`: all its groups at once [settings-5]. */
export const AppInfoPage = () => {
  const { t } = useTranslation()
  const groups = useMemo(() => groupsIn(appInfoGroups, 'taxi'), [])
  return (
    <Loaded title={t('title_appinfo')} lead={t('appinfo_lead')}>
      {(stored) => <SettingsForm stored={stored} groups={groups} withRequired />}
    </Loaded>
  )
}

interface LoadedProps {
  readonly title: string
  readonly lead: string
  readonly children: (stored: AllSettings) => ReactNode
}

/** The page once its settings are loaded; it follows the changes of others [design/live-63]. */
const Loaded = ({ title, lead, children }: LoadedProps) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(allSettingsQuery)
  useLive('settings', () => void readSettingsAgain())
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{lead}</Text>
      </div>
      {data === undefined && isError && <ReadFailure text={t('settings_error')} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton height={420} aria-busy="true" />}
      {data !== undefined && children(data)}
    </div>
  )
}

const Before = () => {
  const { t } = useTranslation()
  return (
    <>
      <Checklist />
      <Link className={classes.link} to={paths.appInfo()}>
        {t('settings_appinfo_open')}
      </Link>
    </>
  )
}

const MapFacts = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const map = useSettings()?.map
  if (map === undefined) return null
  const date = Number.isNaN(Date.parse(map.date)) ? map.date : format.day(map.date)
  return (
    <>
      <p className={classes.lead}>
        {t('settings_map', { date })} <bdi>{map.attribution}</bdi>
      </p>
      <MapServices />
    </>
  )
}

/** How demo mode ends; that it is on is said above every screen. */
const DemoEnd = () => {
  const { t } = useTranslation()
  return useDemo() ? <output className={classes.note}>{t('settings_demo')}</output> : null
}

const MailLink = () => {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.lead}>{t('settings_mail_lead')}</p>
      <Link className={classes.link} to={paths.mailProviders()}>
        {t('settings_mail_open')}
      </Link>
    </>
  )
}
