import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * For a sheet or dialog with a form: closing it, leaving its page and closing the tab ask first while it is `dirty`
 * [design/web-116]. `close` is what all ways to close it call, `leave` closes without a question, as after a save.
 */
export const useUnsaved = (dirty: boolean, onClose: () => void) => {
  const [asking, setAsking] = useState(false)
  // Closing changes the address where the opened row is in it; that navigation is not blocked.
  const leaving = useRef(false)
  const leave = () => {
    leaving.current = true
    onClose()
  }
  useBlocker({
    shouldBlockFn: () => {
      if (!leaving.current) setAsking(true)
      return !leaving.current
    },
    enableBeforeUnload: dirty,
    disabled: !dirty,
  })
  return {
    asking,
    close: () => (dirty ? setAsking(true) : leave()),
    leave,
    keep: () => setAsking(false),
  }
}

interface Props {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** The question, in place of the buttons of the form. */
export const UnsavedQuestion = ({ onKeep, onDiscard }: Props) => {
  const { t } = useTranslation()
  return (
    <Stack gap={12} role="alertdialog" aria-label={t('form_unsaved')}>
      <Text size="sm">{t('form_unsaved')}</Text>
      <Group gap="sm" justify="flex-end">
        <Button variant="default" size="md" ref={focusOn} onClick={onKeep}>
          {t('form_keep_editing')}
        </Button>
        <Button color="red" size="md" onClick={onDiscard}>
          {t('form_discard')}
        </Button>
      </Group>
    </Stack>
  )
}

const focusOn = (button: HTMLButtonElement | null) => button?.focus()
