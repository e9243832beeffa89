import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import { isPassword } from '@remis/domain/accounts/registration-checks'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { sessionEnded } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { onNextLink } from '../../platform/page/next-link.ts'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { NightCard } from '../NightCard.tsx'
import { passwordRules } from '../../platform/password-rules.ts'
import { CodeField } from './CodeField.tsx'
import { takeLink } from './take-link.ts'
import classes from './ResetPasswordPage.module.css'

/** What the address brings: the link of the mail, or the request that its code belongs to. */
type Opened = { readonly link: string } | { readonly request: string } | null

/** Read once: a link leaves the address. */
const readAddress = (): Opened => {
  const [, request] = /^#request=([\w-]+)$/.exec(window.location.hash) ?? []
  if (request !== undefined) return { request }
  const link = takeLink()
  return link === '' ? null : { link }
}

/** A new password, by the link of the mail or by its code [design/accounts-81]. */
export const ResetPasswordPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const policy = useSettings()?.passwordPolicy ?? 'alphanumeric'
  const [opened, setOpened] = useState(readAddress)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<{ readonly key: MessageKey; readonly at: 'code' | 'password' } | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(
    () =>
      onNextLink(() => {
        setOpened(readAddress())
        setCode('')
        setPassword('')
        setFault(null)
      }),
    [],
  )

  const send = async (by: NonNullable<Opened>) => {
    if ('request' in by && !/^\d{6}$/.test(code)) return setFault({ key: 'otp_validate_error', at: 'code' })
    if (!isPassword(password, policy)) return setFault({ key: 'password_alphaNumeric_check', at: 'password' })
    setFault(null)
    setBusy(true)
    try {
      const proof = 'request' in by ? { request: by.request, code } : by
      await call(accountsCalls.resetPassword, { body: { proof, password } })
      // Its session has ended; one of another account would hide the sign-in page.
      sessionEnded()
      showMessage('reset_done', 'success')
      void navigate({ to: paths.login() })
    } catch (error) {
      const key = keyOf(error)
      setBusy(false)
      if (key === 'reset_link_over') {
        setOpened(null)
        showMessage(key)
      } else if (key === 'reset_code_wrong') {
        setCode('')
        setFault({ key, at: 'code' })
      } else setFault({ key, at: 'password' })
    }
  }

  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_reset_password')}</h1>
      <p className={classes.lead}>
        {opened === null
          ? t('reset_none_lead')
          : 'request' in opened
            ? `${t('reset_pass_msg')} ${t('reset_code_lead')}`
            : t('reset_link_lead')}
      </p>
      {opened !== null && (
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void send(opened)
          }}
        >
          {'request' in opened && (
            <CodeField value={code} fault={fault?.at === 'code' ? t(fault.key) : null} onChange={setCode} />
          )}
          <PasswordInput
            size="md"
            label={t('new_password')}
            description={t(passwordRules[policy])}
            name="password"
            autoComplete="new-password"
            maxLength={200}
            value={password}
            error={fault?.at === 'password' ? t(fault.key) : null}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          />
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('reset_save')}
          </Button>
        </form>
      )}
      <Link className={classes.back} to={paths.login()}>
        {t('back_to_login')}
      </Link>
    </NightCard>
  )
}
