import { Button, Text } from '@mantine/core'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import { socialCalls, socialTitles, type SocialName } from '@remis/domain/accounts/social/social-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import cards from '../../ui/parts/CardPage.module.css'
import { socialIcons } from '../social/social-names.ts'
import social from '../social/social.module.css'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

type Security = Reply<typeof securityCalls.security>

interface Props {
  readonly socials: Security['socials']
}

/** Facebook and Apple, added to and removed from the account [design/accounts-124]. */
export const SocialsPart = ({ socials }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { run, busy, dialog } = useSecurityChange()
  const [removing, setRemoving] = useState<SocialName | null>(null)
  const add = (provider: SocialName) =>
    run(async () => window.location.assign((await call(socialCalls.beginLink, { body: { provider } })).url))
  return (
    <section className={cards.part} aria-labelledby="security-socials">
      <h2 id="security-socials">{t('title_social_apps')}</h2>
      <Text c="dimmed">{t('security_socials_lead')}</Text>
      <ul className={cards.rows}>
        {socials.map(({ provider, addedAt }) => {
          const Icon = socialIcons[provider]
          const name = socialTitles[provider]
          return (
            <li key={provider}>
              <div className={classes.provider}>
                <Icon size={20} className={social.icon} data-provider={provider} aria-hidden />
                <span className={classes.item}>
                  <b>{name}</b>
                  <small>
                    {addedAt === null
                      ? t('security_social_none')
                      : t('security_social_added', { when: format.date(addedAt, 'date') })}
                  </small>
                </span>
              </div>
              <Button
                size="sm"
                variant={addedAt === null ? 'default' : 'subtle'}
                {...(addedAt === null ? {} : { color: 'red' })}
                disabled={busy}
                aria-label={t(addedAt === null ? 'security_social_add_named' : 'security_passkey_remove_named', {
                  name,
                })}
                onClick={() => (addedAt === null ? add(provider) : setRemoving(provider))}
              >
                {t(addedAt === null ? 'security_social_add' : 'security_passkey_remove')}
              </Button>
            </li>
          )
        })}
      </ul>
      {dialog}
      {removing !== null && (
        <ConfirmDialog
          title={t('security_passkey_remove_named', { name: socialTitles[removing] })}
          lead={t('security_social_remove_lead', { name: socialTitles[removing] })}
          confirm={t('security_passkey_remove')}
          keep={t('security_keep')}
          busy={busy}
          onConfirm={() => {
            setRemoving(null)
            run(() => call(socialCalls.unlink, { body: { provider: removing } }))
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}
