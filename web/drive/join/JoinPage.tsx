import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { driverDocumentsCalls } from '@remis/domain/driver-documents/driver-documents-routes'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerQuestion } from '../../accounts/passkey-browser.ts'
import { PasskeyButton } from '../../accounts/PasskeyButton.tsx'
import { dueStepOf, SecondStep, type DueStep } from '../../accounts/SecondStep.tsx'
import { paths } from '../../paths.ts'
import { plainCall } from '../../platform/api/plain-call.ts'
import { joinSignIn, signInByPasskey } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { keyOf } from '../../platform/show-message.ts'
import { NightHero } from '../../ui/night/NightHero.tsx'
import { OrLine } from '../../ui/form/OrLine.tsx'
import { Application } from './Application.tsx'
import { applicationKey } from './application-key.ts'
import classes from './join.module.css'

const PhoneSignIn = lazy(() =>
  import('../../accounts/phone/PhoneSignIn.tsx').then((part) => ({ default: part.PhoneSignIn })),
)

/** How often a page with a sent application asks for the decision. */
const decisionSeconds = 30

/** `/drive/join`: a driver's application and documents, before the approval and after it [design/documents-7]. */
export const JoinPage = () => {
  const { t } = useTranslation()
  // Not through the session: before the approval there is none for the rest of the app.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: applicationKey,
    retry: false,
    // the office decides meanwhile; no live events reach an account before its approval
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? decisionSeconds * 1000 : false),
    queryFn: async () => (await plainCall(driverDocumentsCalls.read, {})).application,
  })
  const refusal = error === null ? null : keyOf(error)
  return (
    <>
      <NightHero size="small">
        <div className={classes.head}>
          <h1>{t('title_join')}</h1>
          <p>{t('join_lead')}</p>
        </div>
      </NightHero>
      <div className={classes.page}>
        {isPending && <div className={classes.card} aria-busy="true" />}
        {data !== undefined && <Application application={data} />}
        {refusal === 'not_logged_in' && <SignInOrRegister onOpen={() => void refetch()} />}
        {refusal === 'forbidden' && <Text role="alert">{t('join_other_role')}</Text>}
        {refusal !== null && refusal !== 'not_logged_in' && refusal !== 'forbidden' && (
          <Stack align="flex-start">
            <Text role="alert">{t(refusal)}</Text>
            <Button variant="default" onClick={() => void refetch()}>
              {t('try_again')}
            </Button>
          </Stack>
        )}
      </div>
    </>
  )
}

/** Registers, or signs in to the application. */
const SignInOrRegister = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<MessageKey | 'passkey_cancelled' | null>(null)
  const [step, setStep] = useState<DueStep | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setFault(null)
    try {
      await joinSignIn(email.trim(), password)
      onOpen()
    } catch (error) {
      const due = dueStepOf(error)
      if (due === undefined) setFault(keyOf(error))
      else setStep(due)
      setBusy(false)
    }
    setPassword('')
  }
  const enterByPasskey = async () => {
    setBusy(true)
    setFault(null)
    try {
      await signInByPasskey(answerQuestion, true)
      onOpen()
    } catch (error) {
      // Other errors are the browser's: the person closed its dialog.
      setFault(error instanceof AppError ? error.key : 'passkey_cancelled')
      setBusy(false)
    }
  }
  if (step !== null)
    return (
      <section className={classes.card}>
        <SecondStep
          step={step}
          onJoined={onOpen}
          onFaultClosed={() => setFault(null)}
          onBack={(why) => {
            setStep(null)
            setFault(why ?? null)
          }}
        />
      </section>
    )
  return (
    <div className={classes.doors}>
      <section className={classes.card} aria-labelledby="join-new">
        <h2 id="join-new">{t('join_new')}</h2>
        <Text>{t('join_new_lead')}</Text>
        <Button component={Link} to={paths.registerAsDriver()} size="lg">
          {t('join_register')}
        </Button>
      </section>
      <section className={classes.card} aria-labelledby="join-known">
        <h2 id="join-known">{t('join_known')}</h2>
        <form
          noValidate
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            void enter()
          }}
        >
          <TextInput
            size="md"
            type="email"
            dir="ltr"
            autoComplete="username"
            label={t('email')}
            value={email}
            maxLength={254}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            size="md"
            autoComplete="current-password"
            label={t('password')}
            value={password}
            maxLength={200}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
          />
          {fault !== null && (
            <Text role="alert" c="red">
              {t(fault)}
            </Text>
          )}
          <Button type="submit" size="lg" variant="default" loading={busy}>
            {t('join_continue')}
          </Button>
          <PasskeyButton disabled={busy} onPress={() => void enterByPasskey()} />
        </form>
        {settings?.MobileLoginEnabled === true && (
          <Suspense>
            <OrLine />
            <PhoneSignIn onStep={setStep} onJoined={onOpen} />
          </Suspense>
        )}
      </section>
    </div>
  )
}
