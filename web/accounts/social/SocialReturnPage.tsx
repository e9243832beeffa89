import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import { Button, Loader, Tabs } from '@mantine/core'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { socialCalls, socialDelayMs } from '@remis/domain/accounts/social/social-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { homeOf, paths, safeNext } from '../../paths.ts'
import { accountAlert } from '../../platform/api/account-alert.ts'
import { plainCall } from '../../platform/api/plain-call.ts'
import { sessionBegan, useSession } from '../../platform/api/session.ts'
import { GoTo } from '../../platform/page/GoTo.tsx'
import { keyOf, showMessage } from '../../platform/show-message.ts'
import { NightCard } from '../NightCard.tsx'
import { dueStepOf, SecondStep, type DueStep } from '../SecondStep.tsx'
import classes from './social.module.css'
import { takeAnswer, takeNext, type SocialReturn } from './social-answer.ts'
import { SocialLinkReturn } from './SocialLinkReturn.tsx'

/** Shown as they are; a failed sign-in by a provider is auth_error [accounts-21]. */
const asTheyAre: readonly MessageKey[] = [
  'require_approval',
  'account_suspended',
  'fetch_call_error',
  'busy_try_again',
  'too_many_requests',
  'server_error',
]

/** The profile has no name, or no way to reach the person: the provider gave none. */
const lacksProfile = ({ firstName, email, mobile }: Pick<Me, 'firstName' | 'email' | 'mobile'>): boolean =>
  firstName.trim() === '' || (email === null && mobile === null)

type Stage =
  | { readonly at: 'wait' }
  | { readonly at: 'no-account' }
  | { readonly at: 'failed'; readonly key: MessageKey; readonly popup: boolean }
  | { readonly at: 'step'; readonly step: DueStep }
  | { readonly at: 'in'; readonly user: Me }

/** The page that Facebook and Apple send the browser back to, to sign in or to add them to an account. */
export const SocialReturnPage = () => {
  const [{ answer, linking }] = useState(takeAnswer)
  return linking ? <SocialLinkReturn answer={answer} /> : <SocialSignIn answer={answer} />
}

const SocialSignIn = ({ answer }: { readonly answer: SocialReturn | undefined }) => {
  const { t } = useTranslation()
  const session = useSession()
  const [next] = useState(() => safeNext(takeNext()))
  const signInPath = next === undefined ? paths.login() : paths.loginThen(next)
  const [stage, setStage] = useState<Stage>({ at: 'wait' })
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    const fail = (key: MessageKey) => {
      setStage({ at: 'failed', key, popup: true })
      showMessage(key)
    }
    const signIn = async () => {
      if (answer === undefined) return fail('auth_error')
      try {
        const { user } = await plainCall(socialCalls.signIn, { body: answer })
        sessionBegan(user)
        setStage({ at: 'in', user })
      } catch (error) {
        const step = dueStepOf(error)
        if (step !== undefined) return setStage({ at: 'step', step })
        const key = keyOf(error)
        if (key !== 'user_issue_contact_admin') return fail(asTheyAre.includes(key) ? key : 'auth_error')
        accountAlert.set(key)
        setStage({ at: 'no-account' })
      }
    }
    void signIn()
  }, [answer])

  if (stage.at === 'in') return <SignedIn user={stage.user} next={next} />
  if (stage.at === 'no-account') return <GoTo address={signInPath} />
  if (session.state === 'signed-in') {
    const { user } = session
    if (stage.at === 'step') return <SignedIn user={user} next={next} />
    // back here by the browser's history
    if (stage.at === 'failed' && answer === undefined) return <GoTo address={homeFor(user, next)} />
  }
  if (stage.at === 'step')
    return (
      <NightCard>
        <SecondStep
          step={stage.step}
          onBack={(key) => setStage({ at: 'failed', key: key ?? 'auth_error', popup: key === 'wrong_code' })}
        />
      </NightCard>
    )
  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_login')}</h1>
      <div className={classes.state}>
        {stage.at === 'wait' ? (
          <Waiting />
        ) : (
          <>
            <p role={stage.popup ? undefined : 'alert'}>{t(stage.key)}</p>
            <Link className={classes.back} to={signInPath}>
              {t('social_back')}
            </Link>
          </>
        )}
      </div>
    </NightCard>
  )
}

const homeFor = ({ usertype }: Me, next: string | undefined): string => next ?? homeOf(usertype)

const Waiting = () => {
  const { t } = useTranslation()
  return (
    <output className={classes.wait}>
      <Loader size="sm" aria-hidden /> {t('social_waiting')}
    </output>
  )
}

/** Goes on after a moment [accounts-21]; without a profile it stays, with the tab locked [accounts-18]. */
const SignedIn = ({ user, next }: { readonly user: Me; readonly next: string | undefined }) => {
  const { t } = useTranslation()
  const [settled, setSettled] = useState(false)
  const incomplete = lacksProfile(user)
  useEffect(() => {
    if (incomplete) showMessage('login_success', 'success')
    const timer = setTimeout(() => setSettled(true), socialDelayMs)
    return () => clearTimeout(timer)
  }, [incomplete])
  if (settled && !incomplete) return <GoTo address={homeFor(user, next)} />
  return (
    <NightCard>
      <h1 className={classes.title}>{t('title_login')}</h1>
      {incomplete && (
        <Tabs value="email">
          <Tabs.List grow>
            <Tabs.Tab value="email" disabled className={classes.tab ?? ''}>
              {t('email_tab')}
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <div className={classes.state}>
        {settled ? (
          <>
            <output>{t('social_incomplete')}</output>
            <Button size="lg" fullWidth component={Link} to={paths.profile()}>
              {t('social_continue')}
            </Button>
          </>
        ) : (
          <Waiting />
        )}
      </div>
    </NightCard>
  )
}
