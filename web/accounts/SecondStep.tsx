import { Button, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { latinDigits } from '@remis/domain/kit/digits'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { finishSignIn } from '../platform/api/session.ts'
import { keyOf, showRefusal } from '../platform/show-message.ts'
import classes from './LoginPage.module.css'
import { answerQuestion, canUsePasskeys, type PasskeyQuestion } from './passkey-browser.ts'

/** What the server says with `two_factor_needed` [design/accounts-65]. */
export interface DueStep {
  readonly challenge: string
  readonly authenticator: boolean
  readonly passkey?: PasskeyQuestion
}

/** The second step that this error asks for, if it asks for one. */
export const dueStepOf = (error: unknown): DueStep | undefined =>
  error instanceof AppError && error.key === 'two_factor_needed' ? (error.extra as unknown as DueStep) : undefined

interface Props {
  readonly step: DueStep
  readonly onBack: (fault?: MessageKey) => void
  /** runs when the person closes the message of the fault given to `onBack` [accounts-16] */
  readonly onFaultClosed?: () => void
  /** of the sign-in to a driver's application: what follows it */
  readonly onJoined?: () => void
}

/** A code, a recovery code or a passkey, after the password. */
export const SecondStep = ({ step, onBack, onFaultClosed, onJoined }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<MessageKey | 'passkey_cancelled' | null>(null)
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // the page of the application has its own h1
  const Heading = onJoined === undefined ? 'h1' : 'h2'
  const question = canUsePasskeys() ? step.passkey : undefined

  const send = async (answer: Parameters<typeof finishSignIn>[0]) => {
    try {
      await finishSignIn(onJoined === undefined ? answer : { ...answer, join: true })
      onJoined?.()
    } catch (error) {
      const key = keyOf(error)
      setBusy(null)
      if (key === 'sign_in_again' || key === 'require_approval') return onBack(key)
      // The purchase code of the installation is refused, not the code of the second step.
      if (key === 'wrong_code') {
        showRefusal(key, error, onFaultClosed)
        return onBack(key)
      }
      showRefusal(key, error, () => setFault(null))
      setFault(key)
      setCode('')
      requestAnimationFrame(() => field.current?.focus())
    }
  }
  const sendPasskey = async (asked: PasskeyQuestion) => {
    setBusy('passkey')
    setFault(null)
    const passkey = await answerQuestion(asked).catch(() => undefined)
    if (passkey !== undefined) return send({ challenge: step.challenge, passkey })
    setBusy(null)
    setFault('passkey_cancelled')
  }
  return (
    <>
      <Heading className={classes.title}>{t('second_step_title')}</Heading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setBusy('code')
          setFault(null)
          void send({ challenge: step.challenge, code })
        }}
      >
        <Stack gap="md">
          <Text>{t(step.authenticator ? 'second_step_lead_app' : 'second_step_lead_key')}</Text>
          {question !== undefined && (
            <Button
              size="lg"
              fullWidth
              variant={step.authenticator ? 'default' : 'filled'}
              leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
              loading={busy === 'passkey'}
              onClick={() => void sendPasskey(question)}
            >
              {t('second_step_passkey')}
            </Button>
          )}
          <TextInput
            ref={field}
            size="md"
            label={t('second_step_code')}
            description={t('second_step_hint')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            dir="ltr"
            value={code}
            error={fault === null ? null : t(fault)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is this field
            autoFocus
            onChange={(event) => setCode(latinDigits(event.currentTarget.value))}
          />
          <Button
            type="submit"
            size="lg"
            fullWidth
            variant={question !== undefined && !step.authenticator ? 'default' : 'filled'}
            disabled={code.trim() === ''}
            loading={busy === 'code'}
          >
            {t('second_step_continue')}
          </Button>
          <Button variant="subtle" size="md" onClick={() => onBack()}>
            {t('second_step_back')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
