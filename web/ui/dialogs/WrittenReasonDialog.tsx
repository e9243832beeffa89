import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'

interface Props {
  readonly title: string
  readonly lead: string
  readonly confirm: string
  /** it ends something */
  readonly danger?: boolean
  readonly busy: boolean
  /** what the office would usually write */
  readonly usual?: string
  /** what is asked before the reason; `checked`: it was sent once, faults are shown */
  readonly fields?: (checked: boolean) => ReactNode
  /** the fields hold nothing wrong */
  readonly valid?: boolean
  /** below the reason */
  readonly more?: ReactNode
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

/** Asks the office for a reason in its own words before it does something that is audited. */
export const WrittenReasonDialog = (props: Props) => {
  const { title, lead, confirm, danger, busy, usual = '', fields, valid = true, more, onConfirm, onClose } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState(usual)
  const [checked, setChecked] = useState(false)
  const reason = typed.trim()
  const send = () => {
    setChecked(true)
    if (valid && reason !== '') onConfirm(reason)
  }
  return (
    <Dialog title={title} closeLabel={t('cancel_keep')} onClose={onClose}>
      <Stack gap="md">
        <Text>{lead}</Text>
        {fields?.(checked)}
        <Textarea
          label={t('office_reason')}
          required
          maxLength={300}
          rows={2}
          value={typed}
          error={checked && reason === '' ? t('office_reason_missing') : null}
          {...(fields === undefined ? { 'data-autofocus': true } : {})}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {more}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {t('cancel_keep')}
          </Button>
          <Button {...(danger ? { color: 'red' } : {})} size="md" loading={busy} onClick={send}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
