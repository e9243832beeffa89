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
  'user_issue_contact_admin',
  'fetch_call_error',
  'busy_try_again',
  'too_many_requests',
]

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** The profile has neither a name nor a way to reach the person: the provider gave none. */
export const lacksProfile = ({ firstName, email, mobile }: Pick<Me, 'firstName' | 'email' | 'mobile'>): boolean =>
  firstName.trim() === '' || (email === null && mobile === null)

type Stage =
  | { readonly at: 'wait' }
  | { readonly at: 'failed'; readonly key: MessageKey; readonly popup: boolean }
  | { readonly at: 'step'; readonly step: DueStep }
  | { readonly at: 'in'; readonly user: Me; readonly settled: boolean }

/** The page that Facebook and Apple send the browser back to, to sign in or to add them to an account. */
export const SocialReturnPage = () => {
  const [{ answer, linking }] = useState(takeAnswer)
  return linking ? <SocialLinkReturn answer={answer} /> : <SocialSignIn answer={answer} />
}

const SocialSignIn = ({ answer }: { readonly answer: SocialReturn | undefined }) => {
  const { t } = useTranslation()
  const session = useSession()
  const [next] = useState(takeNext)
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
        setStage({ at: 'in', user, settled: false })
        showMessage('login_success', 'success')
        // [accounts-21]
        await wait(socialDelayMs)
        setStage({ at: 'in', user, settled: true })
      } catch (error) {
        const step = dueStepOf(error)
        if (step !== undefined) return setStage({ at: 'step', step })
        const key = keyOf(error)
        fail(asTheyAre.includes(key) ? key : 'auth_error')
      }
    }
    void signIn()
  }, [answer])

  const go = (usertype: Me['usertype']) => <GoTo address={safeNext(next) ?? homeOf(usertype)} />
  // After a second step, or back here by the browser's history.
  if (session.state === 'signed-in' && (stage.at === 'step' || (stage.at === 'failed' && answer === undefined)))
    return go(session.user.usertype)
  if (stage.at === 'in' && stage.settled && !lacksProfile(stage.user)) return go(stage.user.usertype)
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
      {stage.at !== 'failed' && (
        // Locked: the person is signed in, or about to be [accounts-18].
        <Tabs value="email">
          <Tabs.List grow>
            <Tabs.Tab value="email" disabled className={classes.tab ?? ''}>
              {t('email_tab')}
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <div className={classes.state}>
        {(stage.at === 'wait' || (stage.at === 'in' && !stage.settled)) && (
          <output className={classes.wait}>
            <Loader size="sm" aria-hidden /> {t('social_waiting')}
          </output>
        )}
        {stage.at === 'in' && stage.settled && (
          <>
            <output>{t('social_incomplete')}</output>
            <Button size="lg" fullWidth component={Link} to={paths.profile()}>
              {t('social_continue')}
            </Button>
          </>
        )}
        {stage.at === 'failed' && (
          <>
            <p role={stage.popup ? undefined : 'alert'}>{t(stage.key)}</p>
            <Link className={classes.back} to={paths.login()}>
              {t('social_back')}
            </Link>
          </>
        )}
      </div>
    </NightCard>
  )
}
