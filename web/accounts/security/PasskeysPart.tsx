import { Button, Stack, Text, TextInput } from '@mantine/core'
import { deviceName } from '@remis/domain/accounts/device-name'
import type { Passkey } from '@remis/domain/accounts/security-api'
import { securityCalls } from '@remis/domain/accounts/security-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditButton } from '../../platform/list/demo.tsx'
import { call } from '../../platform/api/call.ts'
import { showError, showText } from '../../platform/show-message.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { canUsePasskeys, makePasskey } from '../passkey-browser.ts'
import cards from '../../ui/parts/CardPage.module.css'
import classes from './security.module.css'
import { useSecurityChange } from './use-security-change.ts'

interface Props {
  readonly passkeys: readonly Passkey[]
  readonly onCodes: (codes: readonly string[]) => void
}

type Open = { readonly what: 'rename' | 'remove'; readonly passkey: Passkey } | { readonly what: 'add' } | null

export const PasskeysPart = ({ passkeys, onCodes }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [now] = useState(Date.now)
  const [open, setOpen] = useState<Open>(null)
  const { run, busy, dialog } = useSecurityChange((error) => {
    // Other errors are the browser's: the person closed its dialog.
    if (error instanceof AppError) showError(error)
    else showText('passkey', t('passkey_cancelled'))
  })
  const add = (name: string) => {
    setOpen(null)
    run(async () => {
      const { options } = await call(securityCalls.beginPasskey, { body: {} })
      const passkey = await makePasskey(options)
      const { recoveryCodes } = await call(securityCalls.addPasskey, { body: { name, passkey } })
      if (recoveryCodes !== null) onCodes(recoveryCodes)
    })
  }
  const able = canUsePasskeys()
  return (
    <section className={cards.part} aria-labelledby="security-passkeys">
      <h2 id="security-passkeys">{t('security_passkeys')}</h2>
      <Text c="dimmed">{t(able ? 'security_passkeys_lead' : 'security_passkeys_unsupported')}</Text>
      <ul className={cards.rows} hidden={passkeys.length === 0}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div className={classes.item}>
              <b>{passkey.name}</b>
              <small>
                {passkey.usedAt === null
                  ? t('security_passkey_unused', { added: format.date(passkey.createdAt, 'date') })
                  : t('security_passkey_used', {
                      added: format.date(passkey.createdAt, 'date'),
                      used: format.ago(passkey.usedAt, now),
                    })}
                {passkey.synced && ` · ${t('security_passkey_synced')}`}
                {passkey.alone && ` · ${t('security_passkey_alone')}`}
              </small>
            </div>
            <span>
              <EditButton
                own
                size="sm"
                variant="subtle"
                aria-label={t('security_passkey_rename_named', { name: passkey.name })}
                onClick={() => setOpen({ what: 'rename', passkey })}
              >
                {t('security_passkey_rename')}
              </EditButton>
              <EditButton
                own
                size="sm"
                variant="subtle"
                color="red"
                aria-label={t('security_passkey_remove_named', { name: passkey.name })}
                onClick={() => setOpen({ what: 'remove', passkey })}
              >
                {t('security_passkey_remove')}
              </EditButton>
            </span>
          </li>
        ))}
      </ul>
      {passkeys.length === 0 && <Text>{t('security_passkeys_none')}</Text>}
      <EditButton
        own
        size="md"
        variant="default"
        className={classes.action}
        leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        disabled={!able}
        loading={busy}
        onClick={() => setOpen({ what: 'add' })}
      >
        {t('security_passkey_add')}
      </EditButton>
      {dialog}
      {open?.what === 'remove' && (
        <ConfirmDialog
          title={t('security_passkey_remove_named', { name: open.passkey.name })}
          lead={t(open.passkey.alone ? 'security_social_remove_lead' : 'security_passkey_remove_lead', {
            name: open.passkey.name,
          })}
          confirm={t('security_passkey_remove')}
          keep={t('security_keep')}
          busy={busy}
          onConfirm={() => {
            setOpen(null)
            run(() => call(securityCalls.removePasskey, { body: { id: open.passkey.id } }))
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {(open?.what === 'add' || open?.what === 'rename') && (
        <NameDialog
          title={t(open.what === 'add' ? 'security_passkey_add' : 'security_passkey_rename')}
          name={open.what === 'add' ? deviceName(navigator.userAgent) : open.passkey.name}
          onClose={() => setOpen(null)}
          onName={(name) => {
            if (open.what === 'add') return add(name)
            setOpen(null)
            run(() => call(securityCalls.renamePasskey, { body: { id: open.passkey.id, name } }))
          }}
        />
      )}
    </section>
  )
}

interface NameProps {
  readonly title: string
  readonly name: string
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

const NameDialog = ({ title, name: before, onName, onClose }: NameProps) => {
  const { t } = useTranslation()
  const [name, setName] = useState(before)
  return (
    <Dialog title={title} closeLabel={t('security_keep')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onName(name.trim())
        }}
      >
        <Stack gap="md">
          <TextInput
            size="md"
            label={t('security_passkey_name')}
            description={t('security_passkey_name_hint')}
            maxLength={60}
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" disabled={name.trim() === ''}>
            {t('second_step_continue')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
