import '@mantine/core/styles/Badge.layer.css'
import { Badge, Text } from '@mantine/core'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { call } from '../../platform/api/call.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { AuthenticatorDialog, type Offer } from './AuthenticatorDialog.tsx'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

interface Props {
  readonly security: Reply<typeof securityCalls.security>
  readonly onCodes: (codes: readonly string[]) => void
}

export const TwoStepPart = ({ security, onCodes }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { run, busy, dialog } = useSecurityChange()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [sure, setSure] = useState<'remove' | 'codes' | null>(null)
  const { authenticator, recoveryCodes, passkeys } = security
  const on = authenticator !== null || passkeys.length > 0
  const begin = () => run(async () => setOffer(await call(securityCalls.beginAuthenticator, { body: {} })))
  const confirmed = () => {
    setSure(null)
    if (sure === 'remove') run(() => call(securityCalls.removeAuthenticator, { body: {} }))
    else run(async () => onCodes((await call(securityCalls.newRecoveryCodes, { body: {} })).recoveryCodes))
  }
  return (
    <section className={cards.part} aria-labelledby="security-two-step">
      <div className={cards.head}>
        <h2 id="security-two-step">{t('security_two_step')}</h2>
        <Badge tt="none" variant="light" size="lg" color={on ? 'accent' : 'gray'}>
          {t(on ? 'security_two_step_on' : 'security_two_step_off')}
        </Badge>
      </div>
      <Text c="dimmed">{t(on && authenticator === null ? 'security_two_step_passkey' : 'security_two_step_lead')}</Text>
      {!on && <Text>{t('security_alone_warning')}</Text>}
      {authenticator !== null && (
        <Text>{t('security_app_since', { when: format.date(authenticator.createdAt, 'date') })}</Text>
      )}
      <div className={classes.actions}>
        <EditButton own size="md" variant={on ? 'default' : 'filled'} loading={busy} onClick={begin}>
          {t(authenticator === null ? 'security_app_add' : 'security_app_replace')}
        </EditButton>
        {authenticator !== null && (
          <EditButton own size="md" variant="subtle" color="red" disabled={busy} onClick={() => setSure('remove')}>
            {t('security_app_remove')}
          </EditButton>
        )}
      </div>
      {on && (
        <div className={classes.row}>
          <Text>{t('security_codes_left', { count: recoveryCodes })}</Text>
          <EditButton own size="md" variant="subtle" disabled={busy} onClick={() => setSure('codes')}>
            {t('security_codes_new')}
          </EditButton>
        </div>
      )}
      {dialog}
      {offer !== null && (
        <AuthenticatorDialog
          offer={offer}
          onClose={() => setOffer(null)}
          onAdded={(codes) => {
            setOffer(null)
            if (codes !== null) onCodes(codes)
          }}
        />
      )}
      {sure !== null && (
        <ConfirmDialog
          title={t(sure === 'remove' ? 'security_app_remove' : 'security_codes_new')}
          lead={t(sure === 'remove' ? 'security_app_remove_lead' : 'security_codes_new_lead')}
          confirm={t(sure === 'remove' ? 'security_app_remove' : 'security_codes_new')}
          keep={t('security_keep')}
          busy={busy}
          onConfirm={confirmed}
          onClose={() => setSure(null)}
        />
      )}
    </section>
  )
}
