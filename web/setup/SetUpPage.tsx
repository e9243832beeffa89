import '../ui/mantine-parts.ts'
import { Button, Loader } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { setupCalls } from '@remis/domain/setup/setup-routes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NightCard } from '../accounts/NightCard.tsx'
import { homeOf, paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { signIn } from '../platform/api/session.ts'
import { showError } from '../platform/show-message.ts'
import { SetUpForm, type Proposed } from './SetUpForm.tsx'
import classes from './SetUpPage.module.css'

/** Read once: the token leaves the address, so that it does not stay in the browser's history. */
const takeToken = (): string => {
  const token = window.location.hash.slice(1)
  if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}

/** The page of the set-up link that a new installation prints [design/access-76]. */
export const SetUpPage = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [token] = useState(takeToken)
  const [state, setState] = useState<'checking' | 'open' | 'closed' | 'failed'>('checking')
  const [proposed, setProposed] = useState<Proposed | null>(null)

  useEffect(() => {
    if (state !== 'checking') return
    call(setupCalls.check, { body: { token } }).then(
      (reply) => {
        setProposed(reply.proposed)
        setState(reply.state)
      },
      (error: unknown) => {
        showError(error)
        setState('failed')
      },
    )
  }, [state, token])

  const enter = async (account: { email: string; password: string }) => {
    try {
      await signIn(account.email, account.password)
      // A new load: the name, the currency and the default language are others now.
      window.location.assign(homeOf('admin'))
    } catch (error) {
      showError(error)
      void navigate({ to: paths.login() })
    }
  }

  return (
    <NightCard wide={state === 'open'}>
      {state === 'checking' && <Loader className={classes.wait ?? ''} aria-label={t('loading')} />}
      {state === 'open' && (
        <SetUpForm
          token={token}
          proposed={proposed}
          onDone={(account) => void enter(account)}
          onClosed={() => setState('closed')}
        />
      )}
      {state === 'closed' && (
        <>
          <h1 className={classes.title}>{t('set_up_closed_title')}</h1>
          <p className={classes.lead}>{t('set_up_closed_text')}</p>
          <Link className={classes.link} to={paths.login()}>
            {t('login')}
          </Link>
        </>
      )}
      {state === 'failed' && (
        <Button size="lg" fullWidth onClick={() => setState('checking')}>
          {t('try_again')}
        </Button>
      )}
    </NightCard>
  )
}
