import { Button, Stack, Text, TextInput } from '@mantine/core'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import type { MessageKey } from '@remis/domain/messages/english'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { encode } from 'uqr'
import { call } from '../../platform/api/call.ts'
import { keyOf } from '../../platform/show-message.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import classes from './security.module.css'
import { useChange } from './use-change.tsx'

export type Offer = Reply<typeof securityCalls.beginAuthenticator>

interface Props {
  readonly offer: Offer
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void
  readonly onClose: () => void
}

/** One path of squares, black on white in both looks: cameras read that best. */
const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text])
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

export const AuthenticatorDialog = ({ offer, onAdded, onClose }: Props) => {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<MessageKey | null>(null)
  const { run, busy, asking } = useChange((error) => {
    setFault(keyOf(error))
    setCode('')
  })
  const send = () =>
    run(async () => {
      const added = await call(securityCalls.addAuthenticator, { body: { token: offer.token, code } })
      onAdded(added.recoveryCodes)
    })
  return (
    <Dialog title={t('security_app_title')} closeLabel={t('security_keep')} onClose={onClose}>
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
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" loading={busy} disabled={code.replace(/\s/g, '').length !== 6}>
            {t('security_app_finish')}
          </Button>
        </Stack>
      </form>
      {asking}
    </Dialog>
  )
}
