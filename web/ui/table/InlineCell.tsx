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

/** A cell with one value that is edited in place: Enter saves, Escape gives it up. */
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
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const form = useForm({
    initialValues: { text: edit.value(row) },
    validate: { text: (text) => edit.check(row, text) },
  })
  const save = async ({ text }: { text: string }) => {
    if (busy) return
    if (!form.isDirty()) return onClose()
    setBusy(true)
    const fault = await edit.save(row, text)
    setBusy(false)
    if (fault === null) onClose()
    else form.setFieldError('text', fault)
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
