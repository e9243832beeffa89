import { Button, Group, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showText } from '../show-message.ts'
import { dontAskForPush, mayAskForPush, turnPushOn } from './push.ts'
import classes from './push.module.css'

/** Offers notifications; the browser asks for permission after the press [design/push-15]. */
export const PushOffer = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState(mayAskForPush)
  const [busy, setBusy] = useState(false)
  if (!shown) return null
  const turnOn = async () => {
    setBusy(true)
    try {
      const state = await turnPushOn()
      if (state === 'blocked') showText('push', t('push_blocked'))
    } catch {
      showText('push', t('push_failed'))
    }
    setShown(false)
  }
  return (
    <section className={classes.ask} aria-label={t('push_turn_on')}>
      <IconBellRinging size={22} stroke={1.75} aria-hidden />
      <Text>{text}</Text>
      <Group gap="xs" className={classes.answers ?? ''}>
        <Button size="sm" loading={busy} onClick={() => void turnOn()}>
          {t('push_turn_on')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          onClick={() => {
            dontAskForPush()
            setShown(false)
          }}
        >
          {t('push_not_now')}
        </Button>
      </Group>
    </section>
  )
}
