import '../../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
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
 * The page of the mail that confirms an email. It asks for a click: programs that check mails open its links, and would
 * confirm the address for a stranger who registered with it [design/accounts-83].
 */
export const VerifyEmailPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [link, setLink] = useState(takeLink)
  useEffect(() => onNextLink(() => setLink(takeLink())), [])
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await call(accountsCalls.verifyEmail, { body: { link } })
      showMessage('verify_done', 'success')
      void navigate({ to: paths.login() })
    } catch (error) {
      setBusy(false)
      if (keyOf(error) === 'verify_link_over') setLink('')
      else showError(error)
    }
  }
  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_verify_email')}</h1>
      <p className={classes.lead}>{t(link === '' ? 'verify_link_over' : 'verify_email_lead')}</p>
      {link === '' ? (
        <Link className={classes.back} to={paths.login()}>
          {t('login')}
        </Link>
      ) : (
        <Button size="lg" fullWidth loading={busy} onClick={() => void confirm()}>
          {t('verify_email_confirm')}
        </Button>
      )}
    </NightCard>
  )
}
