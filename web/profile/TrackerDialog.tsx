import { Button, Stack, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { QrCode } from '../ui/parts/QrCode.tsx'
import classes from './profile.module.css'

interface Props {
  readonly made: { readonly token: string; readonly url: string }
  readonly onClose: () => void
}

/** A position every 15 s, also from a car that stands. Traccar Client takes these settings from the code. */
const wishes = { accuracy: 'high', interval: '15', distance: '0', heartbeat: '60' }
/** What OsmAnd fills in, in its own notation. */
const osmAnd = 'lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}'

/** What the companion app needs. The token is shown here only: the server keeps a hash of it [design/tracking-30]. */
export const TrackerDialog = ({ made: { token, url }, onClose }: Props) => {
  const { t } = useTranslation()
  const scanned = new URL(url)
  scanned.search = new URLSearchParams({ id: token, ...wishes }).toString()
  return (
    <Dialog title={t('profile_tracker')} closeLabel={t('close')} onClose={onClose}>
      <Stack gap="md">
        <Text>{t('profile_tracker_scan')}</Text>
        <Text size="sm" c="dimmed">
          {t('profile_tracker_once')}
        </Text>
        <QrCode text={scanned.href} label={t('profile_tracker_qr')} />
        <Line label={t('profile_tracker_server')} text={url} />
        <Line label={t('profile_tracker_id')} text={token} />
        <Line label={t('profile_tracker_url')} text={`${url}?id=${token}&${osmAnd}`} />
      </Stack>
    </Dialog>
  )
}

const Line = ({ label, text }: { label: string; text: string }) => {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined, // not allowed here: the text can be selected
    )
  return (
    <div className={classes.given}>
      <Text fw={600}>{label}</Text>
      <code dir="ltr">{text}</code>
      <Button
        size="sm"
        variant="default"
        aria-description={label}
        leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{t(copied ? 'security_codes_copied' : 'security_codes_copy')}</span>
      </Button>
    </div>
  )
}
