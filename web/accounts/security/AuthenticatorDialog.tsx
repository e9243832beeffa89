import { Button, Stack, Text, TextInput } from '@mantine/core'
import { latinDigits } from '@remis/domain/kit/digits'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { QrCode } from '../../ui/parts/QrCode.tsx'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

export type Offer = Reply<typeof securityCalls.beginAuthenticator>

interface Props {
  readonly offer: Offer
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void
  readonly onClose: () => void
}

export const AuthenticatorDialog = ({ offer, onAdded, onClose }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<MessageKey | null>(null)
  const { run, busy, dialog } = useSecurityChange((error) => {
    setFault(keyOf(error))
    setCode('')
  })
  const send = () =>
    run(async () => {
      const added = await call(securityCalls.addAuthenticator, { body: { token: offer.token, code } })
      onAdded(added.recoveryCodes)
    })
  return (
    <Dialog title={t('security_app_title')} closeLabel={t('security_keep')} busy={busy} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setFault(null)
          send()
        }}
      >
        <Stack gap="md">
          <Text>{t('security_app_scan')}</Text>
          <QrCode text={offer.uri} label={t('security_app_qr')} />
          <Text size="sm">{t('security_app_by_hand')}</Text>
          <code className={classes.secret} dir="ltr">
            {offer.secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
          <TextInput
            size="md"
            label={t('security_app_code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            dir="ltr"
            value={code}
            error={fault === null ? null : t(fault)}
            data-autofocus
            onChange={(event) => setCode(latinDigits(event.currentTarget.value))}
          />
          <Button type="submit" size="lg" loading={busy} disabled={code.replace(/\s/g, '').length !== 6}>
            {t('security_app_finish')}
          </Button>
        </Stack>
      </form>
      {dialog}
    </Dialog>
  )
}
