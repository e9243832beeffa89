import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import classes from './security.module.css'

/** Shown once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => undefined, // not allowed here: they can be selected
    )
  return (
    <Dialog title={t('security_codes_title')} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('security_codes_lead')}</Text>
        <ul className={classes.codes} dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group justify="space-between" gap="sm">
          <Button variant="default" size="md" onClick={() => void copy()}>
            {t(copied ? 'security_codes_copied' : 'security_codes_copy')}
          </Button>
          <Button size="md" data-autofocus onClick={onClose}>
            {t('security_codes_kept')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
