import { Text } from '@mantine/core'
import type { Fault } from '@remis/domain/kit/check'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { EntrySheet } from '../../ui/form/EntrySheet.tsx'
import {
  changesOf,
  faultsOf as missingIn,
  fieldsOfStored,
  isNumber,
  textOf,
  toEntry,
  type FormField,
} from '../../ui/form/form-fields.ts'
import { ListPage } from '../../ui/table/ListPage.tsx'
import type { InlineEdit, ListFilter, ListState, RowAction } from '../../ui/table/list-state.ts'
import { usePressKey } from '../api/use-press-key.ts'
import { showMessage } from '../show-message.ts'
import { useDeclaredColumns, type DeclaredColumn } from './declared-columns.tsx'
import { useDemoActions, useDemoOff, useExportRule } from './demo.tsx'
import { LateEdit, storedRow } from './LateEdit.tsx'
import { openedRow } from './opened-row.ts'
import { readListAgain } from './read-list-again.ts'
import { removeEach, rowsToRemove } from './rows-to-remove.ts'
import { submitEdit } from './submit-edit.ts'
import { useAddFromAddress } from './use-add-from-address.ts'

export type EditableColumn<Row> = Omit<DeclaredColumn<Row>, 'edit'> & {
  /** edits the field of this name in its cell; `entry` reads what is typed, where the field does not tell */
  readonly edit?: Pick<InlineEdit<Row>, 'label' | 'inputMode'> & {
    readonly entry?: (text: string) => Partial<Row>
  }
}

interface EditedRow {
  readonly id: string
  /** rows that two admins may change at once have one */
  readonly version?: number
}

/** An edit that came too late: what was changed, and the row as it is stored now. */
interface Late<Row> {
  readonly mine: Partial<Row>
  readonly theirs: Row
}

/** The options of a call. */
interface Press {
  readonly key: string
}

interface Props<Row extends EditedRow> {
  /** names the choice of columns that this browser remembers, and the list's pages in the cache */
  readonly name: string
  readonly list: ListState<Row>
  readonly title: string
  readonly searchLabel: string
  readonly addLabel: string
  readonly empty: { readonly title: string; readonly hint: string }
  readonly columns: readonly EditableColumn<Row>[]
  readonly fields: readonly FormField<Row>[]
  readonly filters?: readonly ListFilter[]
  readonly actionsOnHover?: boolean
  readonly nameOf: (row: Row) => string
  /** what a new row begins with */
  readonly newEntry: Partial<Row>
  /** the check of the domain, which the server asks too; without a row the entry is a new one */
  readonly check: (entry: Row, row: Row | undefined) => Fault | null
  /** what to say about a field that the check refuses */
  readonly faultText: (field: string) => string
  /** calls get the idempotency key of the press, so that a press after a lost reply does nothing twice */
  readonly create: (entry: Row, press: Press) => Promise<unknown>
  readonly update: (id: string, entry: Partial<Row>, version: number | undefined, press: Press) => Promise<unknown>
  readonly remove: (id: string, press: Press) => Promise<unknown>
  readonly removeLead: string
  /** why the server never deletes this row; null: it may */
  readonly keptBy?: (row: Row) => MessageKey | null
  /** what deleting a row ends; rows that have it are deleted one by one, since it differs [design/catalogue-6] */
  readonly removeMeans?: (row: Row) => ReactNode
  /** of rows that stay when they are deleted; the list's filter `show` has the choice `deleted` for them */
  readonly archive?: {
    readonly holds: (row: Row) => boolean
    readonly restore: (id: string, press: Press) => Promise<unknown>
    /** what restoring means */
    readonly lead: string
  }
  /**
   * demo mode: what it refuses here, said above the table where the note of the office does not say enough; controls
   * keep their places and are switched off, adding not if `adds`; with `bare` there are none
   */
  readonly demo?: { readonly text?: string; readonly adds?: boolean; readonly bare?: boolean } | undefined
  /**
   * below the fields of the sheet; `row` is the stored one, undefined for a new one, and `entry` null while incomplete
   */
  readonly preview?: (entry: Row | null, row: Row | undefined, typed: Partial<Row>) => ReactNode
  /** below the fields of a stored row, also of a deleted one: what belongs to it */
  readonly about?: (row: Row) => ReactNode
  /** what else can be done with a row; `act` sends it and loads the list again */
  readonly more?: (row: Row, act: (send: () => Promise<unknown>) => void) => readonly RowAction<Row>[]
}

/**
 * The screen of a list with rows that an admin adds, edits and deletes: in a sheet at the side, one field in its cell,
 * one row or the selected ones. The opened row is in the address.
 */
export const EditableList = <Row extends EditedRow>(props: Props<Row>) => {
  const { list, fields, nameOf, check, faultText } = props
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  useAddFromAddress(() => (props.demo === undefined || props.demo.adds === true) && setAdding(true))
  const [deleting, setDeleting] = useState<readonly Row[]>([])
  const [restoring, setRestoring] = useState<Row | null>(null)
  const [busy, setBusy] = useState(false)
  const pressKey = usePressKey()
  const editable = fields.filter(({ readOnly }) => !readOnly)
  const fieldsOfRow = fieldsOfStored(fields)
  const changeable = fieldsOfRow.filter(({ readOnly }) => !readOnly)
  const [late, setLate] = useState<Late<Row> | null>(null)
  /** what the sheet edits: the row as it was when the sheet was opened, so that a change by another admin is noticed */
  const [held, setBase] = useState<Row>()
  const base = openedRow(held, list.address.id, list.rows)
  if (held !== base) {
    setBase(base)
    setLate(null)
  }
  const { demo, archive } = props
  const inDemo = useDemoActions()
  const off = useDemoOff()
  /** Deleted rows are only shown and restored. */
  const isDeleted = (row: Row) => archive?.holds(row) === true
  const anyDeleted = list.rows?.some(isDeleted) === true
  const fixed = base !== undefined && (demo !== undefined || isDeleted(base))

  const faultsOf = (entry: Row, row: Row | undefined) => {
    const field = check({ ...row, ...entry }, row)?.field
    return field === undefined ? null : { [field]: faultText(field) }
  }
  const edit = async (send: () => Promise<unknown>, names: readonly string[] = editable.map(({ name }) => name)) => {
    const faults = await submitEdit(send, names)
    // Several rows may be done before one is refused: the list shows what is.
    await readListAgain(props.name)
    // The general message of a check is worse than what the form says about the field.
    const text = (field: string, key: MessageKey) => (key.endsWith('_invalid') ? faultText(field) : t(key))
    return faults && Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, text(field, key)]))
  }
  /** Sends a change of this version of the row. `theirs`: the stored row, where it came too late. */
  const sendChange = async (mine: Partial<Row>, row: Row, names?: readonly string[]) => {
    let theirs: Row | undefined
    const faults = await edit(async () => {
      try {
        const input = ['update', row.id, mine, row.version]
        await pressKey.send(input, (key) => props.update(row.id, mine, row.version, { key }))
      } catch (error) {
        theirs = storedRow<Row>(error)
        if (theirs === undefined) throw error
      }
    }, names)
    return { faults, theirs }
  }
  /** One that came too late is decided in the sheet. */
  const change = async (mine: Partial<Row>, row: Row, names?: readonly string[]) => {
    const { faults, theirs } = await sendChange(mine, row, names)
    if (theirs === undefined) return faults
    setLate({ mine, theirs })
    return {}
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
  const columns = useDeclaredColumns(
    list,
    props.columns.map(({ edit: inline, ...column }) => ({
      ...(column as DeclaredColumn<Row>),
      ...(inline === undefined || demo !== undefined || anyDeleted ? {} : { edit: inlineEdit(column.id, inline) }),
    })),
  )
  const openRow = ({ id }: Row) => list.change({ id })
  const askToRemove = (chosen: readonly Row[]) => {
    const { rows, kept } = rowsToRemove(chosen, props.keptBy)
    if (kept !== null) showMessage(kept)
    setDeleting(rows)
  }
  const rowActions: readonly RowAction<Row>[] = [
    { id: 'edit', label: t('table_edit'), name: (row) => t('table_edit_one', { name: nameOf(row) }), run: openRow },
    {
      id: 'delete',
      label: t('table_delete'),
      name: (row) => t('table_delete_one', { name: nameOf(row) }),
      danger: true,
      run: (row) => askToRemove([row]),
    },
  ]
  const restoreActions: readonly RowAction<Row>[] = [
    {
      id: 'restore',
      label: t('table_restore'),
      name: (row) => t('table_restore_one', { name: nameOf(row) }),
      run: setRestoring,
    },
  ]
  const actionsOf = (row: Row) =>
    isDeleted(row) ? restoreActions : [...(props.more?.(row, (send) => void edit(send)) ?? []), ...rowActions]
  /** The row that it shows may be gone or another one now. */
  const closeSheet = () => {
    if (list.address.id !== undefined) list.change({ id: undefined })
  }
  const restore = async ({ id }: Row) => {
    setBusy(true)
    await edit(() => pressKey.send(['restore', id], async (key) => archive?.restore(id, { key })), [])
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
  const [first] = deleting
  return (
    <>
      <ListPage
        name={props.name}
        title={props.title}
        searchLabel={props.searchLabel}
        list={useExportRule(list)}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={(row) => (isDeleted(row) ? nameOf(row) : t('table_edit_one', { name: nameOf(row) }))}
        onOpen={openRow}
        {...(props.filters === undefined ? {} : { filters: props.filters })}
        actionsOnHover={props.actionsOnHover ?? false}
        notice={demo?.text}
        rowActions={(row) => (demo?.bare ? [] : inDemo(actionsOf(row)))}
        bulkActions={
          !demo?.bare && !anyDeleted && props.removeMeans === undefined
            ? [
                {
                  id: 'delete',
                  label: t('table_delete'),
                  danger: true,
                  ...off,
                  run: (ids) => askToRemove(list.rows?.filter(({ id }) => ids.includes(id)) ?? []),
                },
              ]
            : []
        }
        {...(demo?.bare
          ? {}
          : { primary: { label: props.addLabel, run: () => setAdding(true), ...(demo?.adds ? {} : off) } })}
        empty={
          <>
            <Text fw={600}>{props.empty.title}</Text>
            <Text>{props.empty.hint}</Text>
          </>
        }
      />
      {adding ? (
        <EntrySheet<Row>
          title={props.addLabel}
          fields={editable}
          entry={props.newEntry}
          save={props.addLabel}
          check={(entry) => faultsOf(entry, undefined)}
          submit={(entry) => edit(() => pressKey.send(['create', entry], (key) => props.create(entry, { key })))}
          onClose={() => setAdding(false)}
          {...(props.preview === undefined
            ? {}
            : { preview: (entry, typed) => props.preview?.(entry, undefined, typed) })}
        />
      ) : (
        base !== undefined &&
        first === undefined &&
        restoring === null && (
          <EntrySheet<Row>
            key={`${base.id} ${base.version ?? ''}`}
            param="id"
            title={fixed ? nameOf(base) : t('table_edit_one', { name: nameOf(base) })}
            fields={fieldsOfRow}
            entry={base}
            save={fixed ? null : t('table_save')}
            check={(entry) => faultsOf(entry, base)}
            submit={(entry) => change(changesOf(changeable, entry, base), base)}
            onClose={() => list.change({ id: undefined })}
            preview={(entry, typed) => (
              <>
                {!isDeleted(base) && props.preview?.(entry, base, typed)}
                {props.about?.(base)}
              </>
            )}
            {...(late === null
              ? {}
              : {
                  decision: (leave) => (
                    <LateEdit
                      fields={changeable}
                      late={late}
                      onKeepMine={async () => {
                        // The fields are behind the decision: a refusal is shown as a popup.
                        const faults = await change(late.mine, late.theirs, [])
                        if (faults === null) leave()
                      }}
                      onTakeTheirs={() => {
                        setBase(late.theirs)
                        setLate(null)
                      }}
                    />
                  ),
                })}
          />
        )
      )}
      {first !== undefined && (
        <ConfirmDialog
          title={
            deleting.length === 1
              ? t('table_delete_title', { name: nameOf(first) })
              : t('table_delete_many_title', { count: deleting.length })
          }
          lead={props.removeLead}
          more={
            <>
              {props.removeMeans?.(first)}
              {archive !== undefined && <Text>{t('table_delete_undo')}</Text>}
            </>
          }
          confirm={t('table_delete')}
          keep={t('table_keep')}
          busy={busy}
          onConfirm={() => void removeAll()}
          onClose={() => setDeleting([])}
        />
      )}
      {restoring !== null && archive !== undefined && (
        <ConfirmDialog
          title={t('table_restore_title', { name: nameOf(restoring) })}
          lead={archive.lead}
          confirm={t('table_restore')}
          keep={t('cancel')}
          harmless
          busy={busy}
          onConfirm={() => void restore(restoring)}
          onClose={() => setRestoring(null)}
        />
      )}
    </>
  )
}
