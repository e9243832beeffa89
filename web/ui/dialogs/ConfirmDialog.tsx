import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

interface Props {
  readonly title: string
  /** what will be gone, and what stays */
  readonly lead?: string
  /** below the lead */
  readonly more?: ReactNode
  readonly confirm: string
  readonly keep: string
  /** it can be undone, so it is not red */
  readonly harmless?: boolean
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is deleted; the focus is on the button that keeps it. */
export const ConfirmDialog = ({
  title,
  lead,
  more,
  confirm,
  keep,
  harmless = false,
  busy,
  onConfirm,
  onClose,
}: Props) => (
  <Dialog title={title} closeLabel={keep} busy={busy} onClose={onClose}>
    <Stack gap="md">
      {lead !== undefined && <Text>{lead}</Text>}
      {more}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" size="md" data-autofocus disabled={busy} onClick={onClose}>
          {keep}
        </Button>
        <Button {...(harmless ? {} : { color: 'red' })} size="md" loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  </Dialog>
)
