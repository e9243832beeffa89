import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closesDialog } from './use-dialog.ts'

interface FormState {
  /** something is typed that is not saved */
  readonly dirty: boolean
  /** it is being sent */
  readonly busy: boolean
}

/**
 * For a sheet or dialog with a form. While it is `dirty`, closing it, leaving the page and closing the tab ask first
 * [design/web-116]; while it is `busy` it stays open, so that a refusal is shown with the typed text [design/web-138].
 * Every way to close it calls `close`; `leave` closes without asking, as after a save.
 */
export const useUnsaved = ({ dirty, busy }: FormState, onClose: () => void) => {
  const [asking, setAsking] = useState(false)
  // Closing changes the address where the opened row is in it; that navigation is not blocked.
  const leaving = useRef(false)
  // A save that ends after its form is gone must not close another one.
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  const leave = () => {
    if (gone.current) return
    leaving.current = true
    onClose()
  }
  useBlocker({
    shouldBlockFn: (navigation) => {
      // Back closes the topmost dialog, which may be over this form; this form closes by `close`
      if (closesDialog(navigation)) return false
      if (!leaving.current && !busy) setAsking(true)
      return !leaving.current
    },
    enableBeforeUnload: dirty || busy,
    disabled: !dirty && !busy,
  })
  return {
    asking: asking && !busy,
    close: () => {
      if (busy) return
      if (dirty) setAsking(true)
      else leave()
    },
    leave,
    keep: () => setAsking(false),
  }
}

interface Props {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** The question, shown instead of the buttons of the form. */
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
