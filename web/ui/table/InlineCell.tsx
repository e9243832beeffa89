import { ActionIcon, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { InlineEdit } from './list-state.ts'
import classes from './table.module.css'

interface Props<Row> {
  readonly row: Row
  readonly edit: InlineEdit<Row>
  readonly children: ReactNode
}

/**
 * A cell with one value that is edited in place: Enter saves, Escape gives it up. The edit is one of the row that was
 * shown when it began, however often the list is read again; where another admin was faster, the stored value is named
 * and the next Enter saves over it [design/catalogue-14].
 */
export const InlineCell = <Row extends object>({ row, edit, children }: Props<Row>) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return open ? (
    <Editor row={row} edit={edit} onClose={close} />
  ) : (
    <span className={classes.inline}>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={28}
        aria-label={edit.label(row)}
        onClick={() => setOpen(true)}
      >
        <IconPencil size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      {children}
    </span>
  )
}

const Editor = <Row extends object>({ row, edit, onClose }: Omit<Props<Row>, 'children'> & { onClose: () => void }) => {
  const [busy, setBusy] = useState(false)
  const [began, setBegan] = useState(row)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const form = useForm({
    initialValues: { text: edit.value(row) },
    validate: { text: (text) => edit.check(began, text) },
  })
  const save = async ({ text }: { text: string }) => {
    if (busy) return
    if (!form.isDirty()) return onClose()
    setBusy(true)
    const refusal = await edit.save(began, text)
    setBusy(false)
    if (refusal === null) return onClose()
    if (refusal.stored !== undefined) setBegan(refusal.stored)
    form.setFieldError('text', refusal.fault)
  }
  return (
    <form className={classes.inlineForm} noValidate onSubmit={form.onSubmit(save)}>
      <TextInput
        size="xs"
        aria-label={edit.label(row)}
        inputMode={edit.inputMode ?? 'text'}
        autoComplete="off"
        ref={input}
        readOnly={busy}
        {...form.getInputProps('text')}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape' && !busy) onClose()
        }}
        onBlur={() => {
          if (!busy && !form.isDirty()) onClose()
        }}
      />
    </form>
  )
}
