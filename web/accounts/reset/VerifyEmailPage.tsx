import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { onNextLink } from '../../platform/page/next-link.ts'
import { keyOf, showError, showMessage } from '../../platform/show-message.ts'
import { NightCard } from '../NightCard.tsx'
import { takeLink } from './take-link.ts'
import classes from './ResetPasswordPage.module.css'

/**
 * The page that a verification link opens. It asks for a click, since mail scanners open links and would confirm the
 * address for a stranger who registered with it [design/accounts-83]. In a browser other than the one that asked for
 * the mail, it asks for the password [design/accounts-156].
 */
export const VerifyEmailPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [link, setLink] = useState(takeLink)
  /** null: not asked for */
  const [password, setPassword] = useState<string | null>(null)
  const [fault, setFault] = useState<MessageKey | null>(null)
  useEffect(
    () =>
      onNextLink(() => {
        setLink(takeLink())
        setPassword(null)
        setFault(null)
      }),
    [],
  )
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    if (password === '') return setFault('password_wrong')
    setFault(null)
    setBusy(true)
    try {
      await call(accountsCalls.verifyEmail, { body: { link, ...(password === null ? {} : { password }) } })
      showMessage('verify_done', 'success')
      void navigate({ to: paths.login() })
    } catch (error) {
      setBusy(false)
      const key = keyOf(error)
      if (key === 'verify_link_over') setLink('')
      else if (key === 'verify_needs_password') setPassword('')
      else if (key === 'password_wrong') setFault(key)
      else showError(error)
    }
  }
  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_verify_email')}</h1>
      <p className={classes.lead} aria-live="polite">
        {t(link === '' ? 'verify_link_over' : password === null ? 'verify_email_lead' : 'verify_needs_password')}
      </p>
      {link === '' ? (
        <Link className={classes.back} to={paths.login()}>
          {t('login')}
        </Link>
      ) : (
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          {password !== null && (
            <PasswordInput
              size="md"
              label={t('password')}
              name="password"
              autoComplete="current-password"
              maxLength={200}
              value={password}
              error={fault === null ? null : t(fault)}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is this field
              autoFocus
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            />
          )}
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('verify_email_confirm')}
          </Button>
          {password !== null && (
            <Link className={classes.back} to={paths.login()}>
              {t('back_to_login')}
            </Link>
          )}
        </form>
      )}
    </NightCard>
  )
}
