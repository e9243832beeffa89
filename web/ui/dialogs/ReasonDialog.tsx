import { Button, Group, Radio, Skeleton, Stack, Textarea } from '@mantine/core'
import { Dialog, DialogFields } from './Dialog.tsx'
import { UnsavedQuestion, useUnsaved } from './unsaved.tsx'
import '@mantine/core/styles/Radio.layer.css'
import { useState, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly lead: string
  /** what it costs */
  readonly note?: ReactNode
  /** undefined while they are loaded; empty: the reason is written */
  readonly reasons: readonly { readonly id: string; readonly label: string }[] | undefined
  /** shown instead of the list when it is empty */
  readonly none: string
  /** placeholder of the field for a written reason */
  readonly ownWords: string
  readonly confirm: string
  readonly keep: string
  readonly busy: boolean
  /** `leave` closes the dialog without asking, and may lead to another page */
  readonly onConfirm: (reason: { readonly reason: string } | { readonly reasonText: string }, leave: () => void) => void
  readonly onClose: () => void
}

/**
 * Asks for a reason before a cancel; nothing is preselected, to prevent an accidental confirm. Without reasons to
 * choose from it asks for a text [design/moves-75].
 */
export const ReasonDialog = (props: Props) => {
  const { title, lead, note, reasons, none, ownWords, confirm, keep, busy, onConfirm, onClose } = props
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState('')
  const written = reasons?.length === 0
  const ready = written ? /\S/.test(text) : chosen !== ''
  const unsaved = useUnsaved({ dirty: written && text !== '', busy }, onClose)
  return (
    <Dialog title={title} closeLabel={keep} busy={busy} onClose={unsaved.close}>
      <Stack gap="md">
        {note}
        <DialogFields busy={busy}>
          {written ? (
            <Textarea
              label={lead}
              description={none}
              placeholder={ownWords}
              size="md"
              maxLength={300}
              autosize
              minRows={2}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          ) : (
            <Radio.Group value={chosen} onChange={setChosen} label={lead}>
              <Stack gap={4} mt="sm">
                {reasons === undefined && [1, 2, 3].map((row) => <Skeleton key={row} height={44} />)}
                {reasons?.map((reason) => (
                  <Radio key={reason.id} value={reason.id} label={reason.label} size="md" py={10} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </DialogFields>
        {unsaved.asking ? (
          <UnsavedQuestion onKeep={unsaved.keep} onDiscard={unsaved.leave} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="md" disabled={busy} onClick={unsaved.close}>
              {keep}
            </Button>
            <Button
              color="red"
              size="md"
              loading={busy}
              disabled={!ready}
              onClick={() => onConfirm(written ? { reasonText: text.trim() } : { reason: chosen }, unsaved.leave)}
            >
              {confirm}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
