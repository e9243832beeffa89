import '@mantine/core/styles/Switch.layer.css'
import { Switch, Text } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { kindsOfRole, type MutableKind } from '@remis/domain/notices/notice-kinds'
import { useTranslation } from 'react-i18next'
import { PushSwitch } from '../platform/push/PushSwitch.tsx'
import cards from '../ui/parts/CardPage.module.css'
import { useChangeProfile } from './profile-query.ts'

/** The kinds of notices that this person may switch off [design/accounts-125]. */
export const NoticesPart = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const change = useChangeProfile()
  const kinds = kindsOfRole[profile.usertype]
  // while it is being saved, what was chosen
  const off = (change.isPending ? change.variables.mutedNotices : undefined) ?? profile.mutedNotices
  const turn = (kind: MutableKind, on: boolean) =>
    change.mutate({ mutedNotices: on ? off.filter((other) => other !== kind) : [...off, kind] })
  return (
    <section className={cards.part} aria-labelledby="profile-notices">
      <div>
        <h2 id="profile-notices">{t('profile_notices')}</h2>
        <Text c="dimmed">{t(kinds.length === 0 ? 'profile_notices_none' : 'profile_notices_lead')}</Text>
      </div>
      <PushSwitch />
      {kinds.map((kind) => (
        <Switch
          key={kind}
          size="md"
          label={t(`profile_notices_${kind}`)}
          checked={!off.includes(kind)}
          onChange={(event) => {
            if (!change.isPending) turn(kind, event.currentTarget.checked)
          }}
        />
      ))}
    </section>
  )
}
