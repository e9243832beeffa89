import { Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { alertOutcomes, type AlertOutcome } from '@remis/domain/safety/safety-alert'
import type { AlertView } from '@remis/domain/safety/safety-api'
import { mostNote, safetyDeskCalls } from '@remis/domain/safety/safety-routes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closing } from '../platform/api/call-outcome.ts'
import { Dialog, DialogFields } from '../ui/dialogs/Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from '../ui/dialogs/unsaved.tsx'
import { useAlertStep } from './safety-queries.ts'

interface Props {
  readonly alert: Pick<AlertView, 'id' | 'name'>
  readonly onClose: () => void
}

/** Asks how an alert ended. */
export const CloseAlert = ({ alert, onClose }: Props) => {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<AlertOutcome | null>(null)
  const [text, setText] = useState('')
  const close = useAlertStep(safetyDeskCalls.close)
  const busy = close.isPending
  const unsaved = useUnsaved({ dirty: text !== '', busy }, onClose)
  const send = () => {
    if (outcome === null) return
    const body = { outcome, ...(text.trim() === '' ? {} : { text }) }
    close.mutate({ params: { id: alert.id }, body }, closing(onClose))
  }
  return (
    <Dialog
      title={t('alert_close_title', { name: alert.name })}
      closeLabel={t('cancel')}
      busy={busy}
      onClose={unsaved.close}
    >
      <Stack gap="md">
        <Text>{t('alert_close_lead')}</Text>
        <DialogFields busy={busy}>
          <Radio.Group
            label={t('alert_outcome')}
            value={outcome}
            onChange={(value) => setOutcome(alertOutcomes.find((one) => one === value) ?? null)}
          >
            <Stack gap="xs" mt="xs">
              {alertOutcomes.map((one) => (
                <Radio key={one} value={one} label={t(`alert_outcome_${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('alert_close_note')}
            maxLength={mostNote}
            rows={3}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </DialogFields>
        {unsaved.asking ? (
          <UnsavedQuestion onKeep={unsaved.keep} onDiscard={unsaved.leave} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={busy} onClick={unsaved.close}>
              {t('cancel')}
            </Button>
            <Button size="md" loading={busy} disabled={outcome === null} onClick={send}>
              {t('alert_close')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
