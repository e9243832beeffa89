import { Text } from '@mantine/core'
import type { Fault } from '@remis/domain/kit/check'
import type { MessageKey } from '@remis/domain/messages/english'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { EntrySheet } from '../../ui/form/EntrySheet.tsx'
import { faultsOf as missingIn, isNumber, toEntry, type FormField } from '../../ui/form/form-fields.ts'
import { ListPage } from '../../ui/table/ListPage.tsx'
import type { InlineEdit, ListFilter, ListState, RowAction } from '../../ui/table/list-state.ts'
import { queryClient } from '../api/plain-call.ts'
import { useDeclaredColumns, type DeclaredColumn } from './declared-columns.tsx'
import { submitEdit } from './submit-edit.ts'

export type EditableColumn<Row> = Omit<DeclaredColumn<Row>, 'edit'> & {
  /** edits the field of this name in its cell; `entry` reads what is typed, where the field does not tell */
  readonly edit?: Pick<InlineEdit<Row>, 'label' | 'inputMode'> & {
    readonly entry?: (text: string) => Partial<Row>
  }
}

interface Props<Row extends { readonly id: string }> {
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
  readonly nameOf: (row: Row) => string
  /** what a new row begins with */
  readonly newEntry: Partial<Row>
  /** the check of the domain, which the server asks too; without a row the entry is a new one */
  readonly check: (entry: Row, row: Row | undefined) => Fault | null
  /** what to say about a field that the check refuses */
  readonly faultText: (field: string) => string
  readonly create: (entry: Row) => Promise<unknown>
  readonly update: (id: string, entry: Partial<Row>) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  /** what deleting means */
  readonly removeLead: string
  /** what else can be done with a row; `act` sends it and loads the list again */
  readonly more?: (row: Row, act: (send: () => Promise<unknown>) => void) => readonly RowAction<Row>[]
}

/**
 * The screen of a list whose rows an admin adds, edits and deletes: in a sheet at the side, one field in its cell, one
 * row or the selected ones. The opened row is in the address.
 */
export const EditableList = <Row extends { readonly id: string }>(props: Props<Row>) => {
  const { list, fields, nameOf, check, faultText } = props
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<readonly Row[]>([])
  const [busy, setBusy] = useState(false)
  const editable = fields.filter(({ readOnly }) => !readOnly)
  const open = list.rows?.find(({ id }) => id === list.address.id)

  const faultsOf = (entry: Row, row: Row | undefined) => {
    const field = check({ ...row, ...entry }, row)?.field
    return field === undefined ? null : { [field]: faultText(field) }
  }
  const edit = async (send: () => Promise<unknown>, names: readonly string[] = editable.map(({ name }) => name)) => {
    const faults = await submitEdit(send, names)
    // Several rows may be done before one is refused: the list shows what is.
    await queryClient.invalidateQueries({ queryKey: [props.name] })
    // The general message of a check is worse than what the form says about the field.
    const text = (field: string, key: MessageKey) => (key.endsWith('_invalid') ? faultText(field) : t(key))
    return faults && Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, text(field, key)]))
  }
  const inlineEdit = (id: string, inline: NonNullable<EditableColumn<Row>['edit']>): InlineEdit<Row> => {
    const field = fields.filter(({ name }) => name === id)
    const entry = inline.entry ?? ((text: string): Partial<Row> => toEntry<Row>(field, { [id]: text }))
    return {
      inputMode: field.some(isNumber) ? 'decimal' : 'text',
      ...inline,
      value: (row) => String(row[id as keyof Row]),
      check: (row, text) => {
        const missing = inline.entry === undefined ? missingIn(field, { [id]: text })[id] : undefined
        return missing === undefined ? (faultsOf({ ...row, ...entry(text) }, row)?.[id] ?? null) : t(missing)
      },
      save: async (row, text) => {
        const faults = await edit(() => props.update(row.id, entry(text)), [id])
        return faults && (faults[id] ?? '')
      },
    }
  }
  const columns = useDeclaredColumns(
    list,
    props.columns.map(({ edit: inline, ...column }) => ({
      ...(column as DeclaredColumn<Row>),
      ...(inline === undefined ? {} : { edit: inlineEdit(column.id, inline) }),
    })),
  )
  const openRow = ({ id }: Row) => list.change({ id })
  const rowActions: readonly RowAction<Row>[] = [
    { id: 'edit', label: t('table_edit'), name: (row) => t('table_edit_one', { name: nameOf(row) }), run: openRow },
    {
      id: 'delete',
      label: t('table_delete'),
      name: (row) => t('table_delete_one', { name: nameOf(row) }),
      danger: true,
      run: (row) => setDeleting([row]),
    },
  ]
  const removeAll = async () => {
    setBusy(true)
    await edit(async () => {
      for (const { id } of deleting) await props.remove(id)
    })
    setBusy(false)
    setDeleting([])
  }
  const [first] = deleting
  return (
    <>
      <ListPage
        name={props.name}
        title={props.title}
        searchLabel={props.searchLabel}
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLabel={(row) => t('table_edit_one', { name: nameOf(row) })}
        onOpen={openRow}
        {...(props.filters === undefined ? {} : { filters: props.filters })}
        rowActions={(row) => [...(props.more?.(row, (send) => void edit(send)) ?? []), ...rowActions]}
        bulkActions={[
          {
            id: 'delete',
            label: t('table_delete'),
            danger: true,
            run: (ids) => setDeleting(list.rows?.filter(({ id }) => ids.includes(id)) ?? []),
          },
        ]}
        primary={{ label: props.addLabel, run: () => setAdding(true) }}
        empty={
          <>
            <Text fw={600}>{props.empty.title}</Text>
            <Text>{props.empty.hint}</Text>
          </>
        }
      />
      {adding ? (
        <EntrySheet
          title={props.addLabel}
          fields={editable}
          entry={props.newEntry}
          save={props.addLabel}
          check={(entry) => faultsOf(entry, undefined)}
          submit={(entry) => edit(() => props.create(entry))}
          onClose={() => setAdding(false)}
        />
      ) : (
        open !== undefined &&
        first === undefined && (
          <EntrySheet
            key={open.id}
            title={t('table_edit_one', { name: nameOf(open) })}
            fields={fields}
            entry={open}
            save={t('table_save')}
            check={(entry) => faultsOf(entry, open)}
            submit={(entry) => edit(() => props.update(open.id, entry))}
            onClose={() => list.change({ id: undefined })}
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
          confirm={t('table_delete')}
          keep={t('table_keep')}
          busy={busy}
          onConfirm={() => void removeAll()}
          onClose={() => setDeleting([])}
        />
      )}
    </>
  )
}
