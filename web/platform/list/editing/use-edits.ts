import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultsOf as missingIn, isNumber, textOf, toEntry } from '../../../ui/form/form-fields.ts'
import type { InlineEdit } from '../../../ui/table/list-state.ts'
import { usePressKey } from '../../api/use-press-key.ts'
import { showMessage } from '../../show-message.ts'
import { readListAgain } from '../read-list-again.ts'
import { submitEdit, textsOf, type FieldFaults } from '../submit-edit.ts'
import type { EditableColumn, EditableListProps, EditedRow } from './editable-list-props.ts'
import { submitChange, type Late } from './late-edit.ts'
import { openedRow } from './opened-row.ts'
import { removeEach, rowsToRemove } from './rows-to-remove.ts'

/** What is opened, deleted and restored in an editable list, and the calls that send it. */
export const useEdits = <Row extends EditedRow>(props: EditableListProps<Row>) => {
  const { list, fields, check, faultText } = props
  const { t } = useTranslation()
  const pressKey = usePressKey()
  const [late, setLate] = useState<Late<Row> | null>(null)
  /** what the sheet edits: the row as it was when the sheet was opened, so that a change by another admin is noticed */
  const [held, setBase] = useState<Row>()
  const base = openedRow(held, list.address.id, list.rows)
  if (held !== base) {
    setBase(base)
    setLate(null)
  }
  const [deleting, setDeleting] = useState<readonly Row[]>([])
  const [restoring, setRestoring] = useState<Row | null>(null)
  const [busy, setBusy] = useState(false)

  const faultsOf = (entry: Row, row: Row | undefined) => {
    const field = check({ ...row, ...entry }, row)?.field
    return field === undefined ? null : { [field]: faultText(field) }
  }
  const ownNames = fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name)
  /** Reloads the list; returns the texts of the faults by field. */
  const afterEdit = async (faults: FieldFaults | null) => {
    // Several rows may be done before one is refused: the list shows what is.
    await readListAgain(props.name)
    // The general message of a check is worse than what the form says about the field.
    return textsOf(faults, (key, field) => (key.endsWith('_invalid') ? faultText(field) : t(key)))
  }
  const edit = async (send: () => Promise<unknown>, names: readonly string[] = ownNames) =>
    afterEdit(await submitEdit(send, names))
  const add = (entry: Row) => edit(() => pressKey.send(['create', entry], (key) => props.create(entry, { key })))
  /** Sends a change of this version of the row. `theirs`: the stored row, where it came too late. */
  const sendChange = async (mine: Partial<Row>, row: Row, names: readonly string[] = ownNames) => {
    const input = ['update', row.id, mine, row.version]
    const send = (key: string) => props.update(row.id, mine, row.version, { key })
    const { faults, theirs } = await submitChange<Row>(() => pressKey.send(input, send), names)
    return { faults: await afterEdit(faults), theirs }
  }
  /** One that came too late is decided in the sheet. */
  const change = async (mine: Partial<Row>, row: Row, names?: readonly string[]) => {
    const { faults, theirs } = await sendChange(mine, row, names)
    if (theirs === undefined) return faults
    setLate({ mine, theirs })
    return {}
  }
  const takeTheirs = (theirs: Row) => {
    setBase(theirs)
    setLate(null)
  }
  const inlineEdit = (id: string, inline: NonNullable<EditableColumn<Row>['edit']>): InlineEdit<Row> => {
    const field = fields.filter(({ name }) => name === id)
    const entry = inline.entry ?? ((text: string): Partial<Row> => toEntry<Row>(field, { [id]: text }))
    const value = (row: Row) => textOf(row[id as keyof Row], field[0]?.locale)
    return {
      inputMode: field.some(isNumber) ? 'decimal' : 'text',
      ...inline,
      value,
      check: (row, text) => {
        const missing = inline.entry === undefined ? missingIn(field, { [id]: text })[id] : undefined
        return missing === undefined
          ? (faultsOf({ ...row, ...entry(text) }, row)?.[id] ?? null)
          : t(missing.key, { ...missing.with })
      },
      save: async (row, text) => {
        const { faults, theirs } = await sendChange(entry(text), row, [id])
        return theirs === undefined
          ? faults && { fault: faults[id] ?? '' }
          : { fault: t('table_field_changed', { value: value(theirs) }), stored: theirs }
      },
    }
  }

  const askToRemove = (chosen: readonly Row[]) => {
    const { rows, kept } = rowsToRemove(chosen, props.keptBy)
    if (kept !== null) showMessage(kept)
    setDeleting(rows)
  }
  /** The row that it shows may be gone or another one now. */
  const closeSheet = () => {
    if (list.address.id !== undefined) list.change({ id: undefined })
  }
  const restore = async ({ id }: Row) => {
    setBusy(true)
    await edit(() => pressKey.send(['restore', id], async (key) => props.archive?.restore(id, { key })), [])
    setBusy(false)
    closeSheet()
    setRestoring(null)
  }
  const removeAll = async () => {
    setBusy(true)
    const ids = deleting.map(({ id }) => id)
    const remove = (id: string) => pressKey.send(['remove', id], (key) => props.remove(id, { key }))
    await edit(() => removeEach(ids, remove))
    setBusy(false)
    closeSheet()
    setDeleting([])
  }
  const asked = { deleting, restoring, busy, removeAll, restore, setDeleting, setRestoring }
  return { base, late, faultsOf, edit, add, change, takeTheirs, inlineEdit, askToRemove, asked }
}
