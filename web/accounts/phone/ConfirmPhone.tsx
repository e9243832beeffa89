import { Button, Stack, Text } from '@mantine/core'
import { isSignInCode } from '@remis/domain/accounts/phone/phone-checks'
import { phoneCalls } from '@remis/domain/accounts/phone/phone-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { keepSubmit } from '../../ui/dialogs/keep-submit.ts'
import { useFocusKept } from '../../ui/dialogs/use-focus.ts'
import { useHumanCheck } from '../human-check/use-human-check.ts'
import { CodeField } from '../reset/CodeField.tsx'

interface Props {
  readonly onConfirmed: () => void
  readonly onClose: () => void
  /** the reader leaves to add a number to the profile */
  readonly onLeave: () => void
}

/** A code to one's own phone, before the first booking [design/accounts-96]. */
export const ConfirmPhone = ({ onConfirmed, onClose, onLeave }: Props) => {
  const { t } = useTranslation()
  const humanCheck = useHumanCheck()
  const [sent, setSent] = useState<{ readonly verificationId: string; readonly mobile: string } | null>(null)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const toCode = () => form.current?.querySelector<HTMLInputElement>('fieldset input')?.focus()
  // The button that was pressed is disabled while it loads and loses the focus: it gets it back after a refusal.
  const button = useFocusKept<HTMLButtonElement>(busy)
  // with the boxes, before the next key
  useLayoutEffect(() => {
    if (sent !== null) toCode()
  }, [sent])

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      setFault(keyOf(error))
    }
    setBusy(false)
  }
  const send = () =>
    attempt(async () => {
      setSent(await call(phoneCalls.sendOwnCode, { body: { check: await humanCheck() } }))
      setCode('')
    })
  const confirm = (verificationId: string) => {
    if (!isSignInCode(code)) {
      setFault('otp_validate_error')
      toCode()
      return
    }
    void attempt(async () => {
      try {
        await call(phoneCalls.confirmOwnPhone, { body: { verificationId, otp: code } })
      } catch (error) {
        setCode('')
        toCode()
        throw error
      }
      onConfirmed()
    })
  }

  return (
    <Dialog title={t('confirm_phone_title')} closeLabel={t('close')} busy={busy} onClose={onClose}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          keepSubmit(event)
          if (sent === null) void send()
          else confirm(sent.verificationId)
        }}
      >
        <Stack gap="md">
          <Text>{sent === null ? t('confirm_phone_lead') : t('otp_sent', { mobile: sent.mobile })}</Text>
          {sent === null ? (
            fault !== null && (
              <div role="alert">
                <Text c="var(--mantine-color-error)">{t(fault)}</Text>
                {/* an account by email or another service may have no number */}
                {fault === 'mobile_no_blank_error' && (
                  <Link to={paths.profile()} onClick={onLeave}>
                    {t('title_profile')}
                  </Link>
                )}
              </div>
            )
          ) : (
            <CodeField value={code} fault={fault === null ? null : t(fault)} onChange={setCode} />
          )}
          <Button ref={button} type="submit" size="lg" loading={busy} data-autofocus>
            {t(sent === null ? 'get_otp' : 'confirm_phone')}
          </Button>
          {sent !== null && (
            <Button variant="subtle" size="md" disabled={busy} onClick={() => void send()}>
              {t('otp_again')}
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
