import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { Profile } from '@remis/domain/accounts/profile-api'
import { checkContact, type ContactChannel } from '@remis/domain/accounts/profile-checks'
import { profileCalls } from '@remis/domain/accounts/profile-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../accounts/reset/CodeField.tsx'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { NotConfirmed } from '../platform/api/call-outcome.ts'
import { call } from '../platform/api/call.ts'
import { keyOf, showMessage, showText } from '../platform/show-message.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { contactText, useFullNumber } from './phone-number.ts'
import { profileChanged } from './profile-query.ts'

const focusFirst = (part: HTMLElement | null) => part?.querySelector('input')?.focus()

interface NewContact {
  readonly channel: ContactChannel
  readonly address: string
}

/** What is asked now; `rest` follows. */
interface Step extends NewContact {
  readonly at: 'address' | 'code'
  readonly request: string
  readonly rest: readonly NewContact[]
  readonly onLeft?: OnLeft | undefined
}

/** The dialog was closed: these were not stored. */
type OnLeft = (left: readonly ContactChannel[]) => void

export interface ContactChange {
  /** Asks for a new address. */
  readonly open: (channel: ContactChannel) => void
  /** Sends codes to new addresses, or to those that are stored and not confirmed, one after the other. */
  readonly send: (contacts: readonly NewContact[], onLeft?: OnLeft) => void
  readonly dialog: ReactNode
}

/**
 * A new email or phone number, or the confirmation of the stored one: the password, where the server wants it again,
 * then the code [design/accounts-121].
 */
export const useContactChange = (
  profile: Profile,
  onStored: (stored: Partial<Record<ContactChannel, string>>) => void,
): ContactChange => {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step | null>(null)
  const [fault, setFault] = useState<MessageKey | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const readNumber = useFullNumber()
  const { run, dialog: passwordDialog } = useConfirmed(t('profile_password_lead'))

  const show = (next: Step | null) => {
    setFault(null)
    setCode('')
    setStep(next)
  }
  const leave = (left: Step) => {
    show(null)
    left.onLeft?.([left, ...left.rest].map(({ channel }) => channel))
  }
  const stored = async ({ channel, rest, onLeft }: Step, changed: Profile) => {
    profileChanged(changed)
    onStored({ [channel]: changed[channel] ?? '' })
    showMessage('profile_updated', 'success')
    const [next, ...others] = rest
    show(null)
    if (next !== undefined) await ask({ ...next, at: 'address', request: '', rest: others, onLeft })
  }
  const ask = async (wanted: Step) => {
    const { channel, address } = wanted
    setStep({ ...wanted, at: 'address' })
    setBusy(true)
    try {
      const typed = channel === 'mobile' ? await readNumber(address) : address.trim()
      const found = checkContact(channel, typed)
      if (found !== null) return setFault(found.key)
      setFault(null)
      const answer = await run(() => call(profileCalls.changeContact, { body: { channel, address: typed } }))
      const { request } = answer
      if (request === null && typed === profile[channel]) {
        show(null)
        showText('profile_cannot_confirm', t('profile_cannot_confirm'))
      } else if (request === null) await stored(wanted, answer.profile)
      else show({ ...wanted, address: typed, at: 'code', request })
    } catch (error) {
      if (error instanceof NotConfirmed) leave(wanted)
      else setFault(keyOf(error))
    } finally {
      setBusy(false)
    }
  }
  const give = async (asked: Step) => {
    if (!/^\d{6}$/.test(code)) return setFault('otp_validate_error')
    setBusy(true)
    try {
      const answer = await call(profileCalls.confirmContact, { body: { request: asked.request, code } })
      await stored(asked, answer.profile)
    } catch (error) {
      setCode('')
      setFault(keyOf(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    open: (channel) => show({ channel, address: '', at: 'address', request: '', rest: [] }),
    send: ([first, ...rest], onLeft) => {
      if (first !== undefined) void ask({ ...first, at: 'address', request: '', rest, onLeft })
    },
    dialog: passwordDialog ?? (step && dialogOf(step)),
  }

  function dialogOf(now: Step): ReactNode {
    const { channel, address } = now
    return (
      <Dialog
        title={t(address === profile[channel] ? `profile_confirm_${channel}` : `profile_change_${channel}`)}
        closeLabel={t('close')}
        busy={busy}
        onClose={() => leave(now)}
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void (now.at === 'code' ? give(now) : ask(now))
          }}
        >
          <Stack gap="md">
            {now.at === 'code' ? (
              <>
                <Text>{t('profile_code_sent', { address })}</Text>
                <div ref={focusFirst}>
                  <CodeField value={code} fault={fault === null ? null : t(fault)} onChange={setCode} />
                </div>
              </>
            ) : (
              <TextInput
                size="md"
                label={t(`profile_new_${channel}`)}
                {...(channel === 'mobile' ? { description: t('people_mobile_hint') } : {})}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                type={channel === 'email' ? 'email' : 'tel'}
                dir="ltr"
                maxLength={254}
                autoComplete="off"
                value={address}
                error={fault !== null && t(contactText(fault))}
                data-autofocus
                onChange={(event) => {
                  setFault(null)
                  setStep({ ...now, address: event.currentTarget.value })
                }}
              />
            )}
            <Button type="submit" size="lg" loading={busy} disabled={now.at === 'address' && address.trim() === ''}>
              {t(now.at === 'code' ? 'profile_confirm' : 'profile_send_code')}
            </Button>
          </Stack>
        </form>
      </Dialog>
    )
  }
}
