import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, Text } from '@mantine/core'
import { isPassword } from '@remis/domain/accounts/registration-checks'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { call } from '../../platform/api/call.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { passwordRules } from '../../platform/password-rules.ts'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './security.module.css'
import { useChange } from './use-change.tsx'

export const PasswordPart = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation()
  const policy = useSettings()?.passwordPolicy ?? 'alphanumeric'
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<MessageKey | null>(null)
  const { run, busy } = useChange((error) => setFault(keyOf(error)))
  const send = () => {
    setFault(null)
    if (!isPassword(password, policy)) return setFault('password_alphaNumeric_check')
    run(async () => {
      await call(securityCalls.changePassword, { body: { current, password } })
      setCurrent('')
      setPassword('')
      showMessage('updated', 'success')
    })
  }
  const ofCurrent = fault === 'password_wrong'
  return (
    <section className={cards.part} aria-labelledby="security-password">
      <h2 id="security-password">{t('security_password')}</h2>
      {!hasPassword ? (
        <Text>{t('security_password_none')}</Text>
      ) : (
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <Text c="dimmed">{t('security_password_lead')}</Text>
          <PasswordInput
            size="md"
            label={t('security_password_current')}
            autoComplete="current-password"
            maxLength={200}
            value={current}
            error={ofCurrent && t(fault)}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            size="md"
            label={t('security_password_new')}
            description={t(passwordRules[policy])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            maxLength={200}
            value={password}
            error={fault !== null && !ofCurrent && t(fault)}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <EditButton
            own
            type="submit"
            size="md"
            variant="default"
            className={classes.action}
            loading={busy}
            disabled={current === '' || password === ''}
          >
            {t('security_password_change')}
          </EditButton>
        </form>
      )}
    </section>
  )
}
