import '../ui/mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core'
import { checkSignIn } from '@remis/domain/accounts/registration-checks'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signIn, signInByPasskey } from '../platform/api/session.ts'
import { forgetAnswer, keyOf, showRefusal } from '../platform/show-message.ts'
import classes from './LoginPage.module.css'
import { SignInTabs } from './phone/SignInTabs.tsx'
import { answerQuestion } from './passkey-browser.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { dueStepOf, SecondStep, type DueStep } from './SecondStep.tsx'
import { ForgotPassword } from './reset/ForgotPassword.tsx'
import { SocialButtons } from './social/SocialButtons.tsx'
import { TrialAccounts } from './TrialAccounts.tsx'

/** Shown as they are; not_logged_in is ignored, any other key shows login_error [accounts-16]. */
const asTheyAre: readonly MessageKey[] = [
  'require_approval',
  'account_suspended',
  'reset_pass_msg',
  'email_verify_message',
  'wrong_code',
]
/** also shown: these are not caused by the input */
const notTheFields: readonly MessageKey[] = ['fetch_call_error', 'busy_try_again', 'too_many_requests', 'server_error']

const shownFor = (error: unknown): MessageKey | null => {
  const key = keyOf(error)
  if (key === 'not_logged_in') return error instanceof AppError && error.status === 401 ? 'login_error' : null
  return asTheyAre.includes(key) || notTheFields.includes(key) ? key : 'login_error'
}

interface SignInFault {
  readonly key: MessageKey | 'passkey_cancelled'
  /** a popup says it too, and is what a screen reader announces [design/web-218] */
  readonly popup: boolean
}

interface Props {
  /** shown over a page: offers only ways to sign in */
  readonly over?: boolean
  /** where a sign-in at Facebook or Apple returns to */
  readonly next: unknown
  readonly title?: ReactNode
  /** links below the ways to sign in */
  readonly children?: ReactNode
}

/** All ways to sign in, with the second step; on `/login`, and over a page whose session has ended. */
export const SignInForm = ({ over = false, next, title, children }: Props) => {
  const { t } = useTranslation()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<SignInFault | null>(null)
  const [busy, setBusy] = useState(false)
  const [step, setStep] = useState<DueStep | null>(null)
  const [forgot, setForgot] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  // the message was closed [accounts-16]
  const clearFault = () => setFault(null)
  const clear = () => {
    clearFault()
    setEmail('')
    setPassword('')
  }

  const refuse = (key: MessageKey, error: unknown, onClose: () => void) => {
    setFault({ key, popup: true })
    showRefusal(key, error, onClose)
  }

  const attempt = async (as: { email: string; password: string }) => {
    const wrong = checkSignIn(as)
    if (wrong !== null) {
      refuse(wrong.key, undefined, clear)
      setPassword('')
      setEmail('')
      return (wrong.field === 'password' ? passwordField : emailField).current?.focus()
    }
    setBusy(true)
    setFault(null)
    forgetAnswer()
    try {
      await signIn(as.email, as.password)
    } catch (error) {
      const due = dueStepOf(error)
      if (due !== undefined) {
        setBusy(false)
        // [accounts-15]
        setEmail('')
        setPassword('')
        return setStep(due)
      }
      const key = shownFor(error)
      if (key !== null) refuse(key, error, clear)
      setBusy(false)
      requestAnimationFrame(() => emailField.current?.focus())
    }
    // [accounts-15]
    setEmail('')
    setPassword('')
  }

  const byPasskey = async () => {
    setBusy(true)
    setFault(null)
    forgetAnswer()
    try {
      await signInByPasskey(answerQuestion)
    } catch (error) {
      setBusy(false)
      if (error instanceof AppError) refuse(error.key, error, clearFault)
      // the browser's: the person closed its dialog
      else setFault({ key: 'passkey_cancelled', popup: false })
    }
  }

  if (step !== null)
    return (
      <SecondStep
        step={step}
        onFaultClosed={clearFault}
        onBack={(why) => {
          setStep(null)
          // the second step has shown this one
          setFault(why === undefined ? null : { key: why, popup: why === 'wrong_code' })
        }}
      />
    )

  return (
    <>
      {title}
      <SignInTabs onStep={setStep}>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void attempt({ email: email.trim(), password })
          }}
        >
          <TextInput
            ref={emailField}
            size="md"
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            maxLength={254}
            dir="ltr"
            value={email}
            error={fault && t(fault.key)}
            // shown below the password, describes both fields
            errorProps={{ display: 'none' }}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            ref={passwordField}
            size="md"
            label={t('password')}
            name="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            error={fault && t(fault.key)}
            errorProps={fault?.popup === false ? { role: 'alert' } : {}}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          />
          {!over && (
            <UnstyledButton className={classes.forgot ?? ''} onClick={() => setForgot(true)}>
              {t('forgot_password')}
            </UnstyledButton>
          )}
          <Button type="submit" size="lg" fullWidth loading={busy}>
            {t('login')}
          </Button>
          <PasskeyButton fullWidth disabled={busy} onPress={() => void byPasskey()} />
        </form>
      </SignInTabs>
      <SocialButtons next={next} disabled={busy} onFault={(key) => setFault(key && { key, popup: true })} />
      {children}
      {forgot && <ForgotPassword email={email.trim()} onClose={() => setForgot(false)} />}
      <TrialAccounts disabled={busy} onChoose={(account) => void attempt(account)} />
    </>
  )
}
