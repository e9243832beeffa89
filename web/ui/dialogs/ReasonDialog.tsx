import { Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { Dialog } from './Dialog.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { useState, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly lead: string
  /** what it costs */
  readonly note?: ReactNode
  /** undefined while they are loaded */
  readonly reasons: readonly { readonly id: string; readonly label: string }[] | undefined
  readonly confirm: string
  readonly keep: string
  readonly none: string
  readonly busy: boolean
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for a reason before a cancel; nothing is preselected, to prevent an accidental confirm. */
export const ReasonDialog = ({ title, lead, note, reasons, confirm, keep, none, busy, onConfirm, onClose }: Props) => {
  const [chosen, setChosen] = useState('')
  return (
    <Dialog title={title} closeLabel={keep} onClose={onClose}>
      <Stack gap="md">
        {note}
        <Radio.Group value={chosen} onChange={setChosen} label={lead}>
          <Stack gap={4} mt="sm">
            {reasons === undefined && [1, 2, 3].map((row) => <Skeleton key={row} height={44} />)}
            {reasons?.map((reason) => (
              <Radio key={reason.id} value={reason.id} label={reason.label} size="md" py={10} />
            ))}
            {reasons?.length === 0 && <Text c="dimmed">{none}</Text>}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="md" onClick={onClose}>
            {keep}
          </Button>
          <Button color="red" size="md" loading={busy} disabled={chosen === ''} onClick={() => onConfirm(chosen)}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
