import '@mantine/core/styles/PasswordInput.layer.css'
import { Button, PasswordInput, Skeleton, Stack, Text } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import type { MessageKey } from '@remis/domain/messages/english'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/show-message.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { securityQuery } from './security/security-query.ts'

interface Props {
  /** why it is asked for; without it: money leaves the wallet */
  readonly lead?: string
  readonly onConfirmed: () => void
  readonly onClose: () => void
}

/**
 * Asks for the password again before money leaves the wallet or a way to sign in changes [design/accounts-67]. People
 * without a password have to sign in again.
 */
export const ConfirmPassword = ({ lead, onConfirmed, onClose }: Props) => {
  const { t } = useTranslation()
  const { data, isError } = useQuery(securityQuery)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={t('confirm_password_title')} closeLabel={t('close')} busy={busy} onClose={onClose}>
      {data?.password === false ? (
        <Text>{t('confirm_by_sign_in')}</Text>
      ) : data === undefined && !isError ? (
        <Skeleton height={180} aria-busy />
      ) : (
        <PasswordForm
          lead={lead ?? t('confirm_password_lead')}
          busy={busy}
          onBusy={setBusy}
          onConfirmed={onConfirmed}
        />
      )}
    </Dialog>
  )
}

const focusField = (part: HTMLElement | null) => part?.querySelector('input')?.focus()

interface FormProps {
  readonly lead: string
  readonly busy: boolean
  readonly onBusy: (busy: boolean) => void
  readonly onConfirmed: () => void
}

const PasswordForm = ({ lead, busy, onBusy, onConfirmed }: FormProps) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<MessageKey | null>(null)
  const send = async () => {
    onBusy(true)
    try {
      await call(accountsCalls.confirm, { body: { password } })
      onConfirmed()
    } catch (error) {
      setFault(keyOf(error))
      setPassword('')
      onBusy(false)
    }
  }
  return (
    <form
      ref={focusField}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="md">
        <Text>{lead}</Text>
        <PasswordInput
          label={t('password')}
          size="lg"
          autoComplete="current-password"
          value={password}
          error={fault === null ? null : t(fault)}
          data-autofocus
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={busy} disabled={password === ''}>
          {t('second_step_continue')}
        </Button>
      </Stack>
    </form>
  )
}
