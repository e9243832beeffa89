import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { isPassword } from '@remis/domain/accounts/registration-checks'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { call } from '../../platform/api/call.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { passwordRules } from '../../platform/password-rules.ts'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

export const PasswordPart = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation()
  const policy = useSettings()?.passwordPolicy ?? 'alphanumeric'
  const form = useForm({
    initialValues: { current: '', password: '' },
    validate: { password: (password) => (isPassword(password, policy) ? null : t('password_alphaNumeric_check')) },
  })
  const { run, busy } = useSecurityChange((error) => {
    const key = keyOf(error)
    form.setFieldError(key === 'password_wrong' ? 'current' : 'password', t(key))
  })
  const send = (body: typeof form.values) =>
    run(async () => {
      await call(securityCalls.changePassword, { body })
      form.reset()
      showMessage('updated', 'success')
    })
  return (
    <section className={cards.part} aria-labelledby="security-password">
      <h2 id="security-password">{t('security_password')}</h2>
      {!hasPassword ? (
        <Text>{t('security_password_none')}</Text>
      ) : (
        <form noValidate className={classes.form} onSubmit={form.onSubmit(send)}>
          <Text c="dimmed">{t('security_password_lead')}</Text>
          <PasswordInput
            size="md"
            label={t('security_password_current')}
            autoComplete="current-password"
            maxLength={200}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            readOnly={busy}
            {...form.getInputProps('current')}
          />
          <PasswordInput
            size="md"
            label={t('security_password_new')}
            description={t(passwordRules[policy])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="new-password"
            maxLength={200}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            readOnly={busy}
            {...form.getInputProps('password')}
          />
          <EditButton
            own
            type="submit"
            size="md"
            variant="default"
            className={classes.action}
            loading={busy}
            disabled={Object.values(form.values).includes('')}
          >
            {t('security_password_change')}
          </EditButton>
        </form>
      )}
    </section>
  )
}
