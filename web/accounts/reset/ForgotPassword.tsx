import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { accountsCalls } from '@remis/domain/accounts/accounts-routes'
import { isEmail } from '@remis/domain/accounts/registration-checks'
import type { MessageKey } from '@remis/domain/messages/english'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { useHumanCheck } from '../human-check/use-human-check.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'

interface Props {
  /** as typed on the sign-in page */
  readonly email: string
  readonly onClose: () => void
}

/**
 * Asks for the email and sends the mail; the page of the new password follows, where its code is entered [accounts-22].
 */
export const ForgotPassword = ({ email: typed, onClose }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [email, setEmail] = useState(typed)
  const [fault, setFault] = useState<MessageKey | null>(null)
  const [busy, setBusy] = useState(false)
  const humanCheck = useHumanCheck()
  const send = async () => {
    if (!isEmail(email.trim())) return setFault('proper_email')
    setBusy(true)
    try {
      const { request } = await call(accountsCalls.forgotPassword, {
        body: { email: email.trim(), check: await humanCheck() },
      })
      void navigate({ to: paths.resetPassword(), hash: `request=${request}` })
    } catch (error) {
      setFault(keyOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('forgot_password')} closeLabel={t('close')} busy={busy} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap="md">
          <Text>{t('forgot_lead')}</Text>
          <TextInput
            label={t('email')}
            size="lg"
            type="email"
            autoComplete="username"
            maxLength={254}
            dir="ltr"
            value={email}
            error={fault === null ? null : t(fault)}
            data-autofocus
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setFault(null)
            }}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={busy} onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" size="md" loading={busy}>
              {t('reset_password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
