import '../../ui/mantine-parts.ts'
import { Button } from '@mantine/core'
import { isSignInCode } from '@remis/domain/accounts/phone/phone-checks'
import { plainNumber } from '@remis/domain/accounts/phone/plain-number'
import { phoneCalls } from '@remis/domain/accounts/phone/phone-routes'
import { fullMobile, isMobile } from '@remis/domain/accounts/registration-checks'
import type { MessageKey } from '@remis/domain/messages/english'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainCall } from '../../platform/api/plain-call.ts'
import { beginIfApproved, endSession, sessionBegan } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { keyOf, showFailure, showRefusal } from '../../platform/show-message.ts'
import { useHumanCheck } from '../human-check/use-human-check.ts'
import { CodeField } from '../reset/CodeField.tsx'
import { dueStepOf, type DueStep } from '../SecondStep.tsx'
import { useCountries } from '../use-countries.ts'
import { PhoneField } from './PhoneField.tsx'
import { forgetSignInInfo, keepSignInInfo, useSignInInfo } from './sign-in-info.ts'
import classes from './phone.module.css'

/** A code that was sent; its id is kept in this page alone [accounts-24]. */
interface Sent {
  readonly verificationId: string
  readonly mobile: string
}

interface Props {
  readonly onStep: (step: DueStep) => void
  /** sign in with `join`: the driver may not be approved yet [design/documents-7] */
  readonly onJoined?: () => void
}

/**
 * The phone tab: get OTP, then the code with verify and cancel. Phone and country are locked while a code is pending;
 * cancel signs out [accounts-24]. A refusal is shown as its code and message [accounts-26].
 */
export const PhoneSignIn = ({ onStep, onJoined }: Props) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { countries, country, loadCountry, setCountry } = useCountries(settings)
  const humanCheck = useHumanCheck()
  const info = useSignInInfo()
  const [local, setLocal] = useState('')
  const [sent, setSent] = useState<Sent | null>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<{ readonly key: MessageKey; readonly at: 'phone' | 'code' } | null>(null)
  const [busy, setBusy] = useState<'send' | 'verify' | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // the message was closed; the phone number stays [accounts-16]
  const clearFault = () => setFault(null)

  const focus = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>(selector)?.focus())

  const fullNumber = async (): Promise<string> => {
    const chosen = await loadCountry()
    return chosen === null ? plainNumber(local) : fullMobile(chosen.prefix, local)
  }

  const send = async () => {
    setBusy('send')
    setFault(null)
    try {
      const mobile = sent?.mobile ?? (await fullNumber())
      if (!isMobile(mobile)) {
        setFault({ key: 'mobile_no_blank_error', at: 'phone' })
        showRefusal('mobile_no_blank_error', undefined, clearFault)
        focus('[name="phone"]')
        return
      }
      const check = await humanCheck()
      const { verificationId } = await plainCall(phoneCalls.sendCode, { body: { mobile, check } })
      setSent({ verificationId, mobile })
      setCode('')
      focus('fieldset input')
    } catch (error) {
      const key = keyOf(error)
      setFault({ key, at: sent === null ? 'phone' : 'code' })
      if (key === 'user_does_not_exists') showRefusal(key, error, clearFault)
      else showFailure(error, clearFault)
      if (sent === null) focus('[name="phone"]')
    } finally {
      setBusy(null)
    }
  }

  const verify = async ({ verificationId }: Sent) => {
    if (!isSignInCode(code)) {
      setFault({ key: 'otp_validate_error', at: 'code' })
      showRefusal('otp_validate_error', undefined, clearFault)
      focus('fieldset input')
      return
    }
    setBusy('verify')
    setFault(null)
    try {
      const answer = await plainCall(phoneCalls.signIn, {
        body: { verificationId, otp: code, ...(onJoined === undefined ? {} : { join: true }) },
      })
      if ('info' in answer) {
        setBusy(null)
        setSent(null)
        keepSignInInfo(answer.info)
        return
      }
      if (onJoined === undefined) return sessionBegan(answer.user)
      beginIfApproved(answer.user)
      onJoined()
    } catch (error) {
      setBusy(null)
      setCode('')
      const due = dueStepOf(error)
      if (due !== undefined) {
        onStep(due)
        return
      }
      const key = keyOf(error)
      // The code was right and is used up; the purchase code of the installation is refused.
      if (key === 'wrong_code') {
        setSent(null)
        return showRefusal(key, error)
      }
      setFault({ key, at: 'code' })
      showFailure(error, clearFault)
      focus('fieldset input')
    }
  }

  const cancel = () => {
    setSent(null)
    setCode('')
    setFault(null)
    forgetSignInInfo()
    endSession()
  }

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (info === null) void (sent === null ? send() : verify(sent))
      }}
    >
      <PhoneField
        countries={countries}
        country={country}
        onCountry={setCountry}
        withCountries={settings?.AllowCountrySelection === true}
        value={local}
        fault={fault?.at === 'phone' ? t(fault.key) : null}
        disabled={sent !== null || info !== null || busy !== null}
        onChange={(typed) => {
          setLocal(typed)
          setFault(null)
        }}
      />
      {info !== null ? (
        <>
          <output>{t('phone_without_account', { mobile: info.mobile ?? '' })}</output>
          <Button variant="default" size="lg" fullWidth onClick={cancel}>
            {t('cancel')}
          </Button>
        </>
      ) : sent === null ? (
        <Button type="submit" size="lg" fullWidth loading={busy === 'send'}>
          {t('get_otp')}
        </Button>
      ) : (
        <>
          <output>{t('otp_sent', { mobile: sent.mobile })}</output>
          <CodeField value={code} fault={fault?.at === 'code' ? t(fault.key) : null} onChange={setCode} />
          <Button type="submit" size="lg" fullWidth loading={busy === 'verify'} disabled={busy === 'send'}>
            {t('verify_otp')}
          </Button>
          <div className={classes.pair}>
            <Button variant="default" size="md" loading={busy === 'send'} onClick={() => void send()}>
              {t('otp_again')}
            </Button>
            <Button variant="default" size="md" disabled={busy !== null} onClick={cancel}>
              {t('cancel')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
