import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../ui/table/ListPage.tsx'
import type { RowAction } from '../../ui/table/list-state.ts'
import { useDeclaredColumns, type DeclaredColumn } from './declared-columns.tsx'
import { useDemoActions, useDemoOff, useExportRule } from './demo.tsx'
import type { EditableListProps, EditedRow } from './editing/editable-list-props.ts'
import { RowDialogs } from './editing/RowDialogs.tsx'
import { NewRowSheet, RowSheet } from './editing/RowSheet.tsx'
import { useEdits } from './editing/use-edits.ts'
import { useAddFromAddress } from './use-add-from-address.ts'

/**
 * The screen of a list with rows that an admin adds, edits and deletes: in a sheet at the side, one field in its cell,
 * one row or the selected ones. The opened row is in the address.
 */
export const EditableList = <Row extends EditedRow>(props: EditableListProps<Row>) => {
  const { list, nameOf, demo, archive } = props
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  useAddFromAddress(() => (demo === undefined || demo.adds === true) && setAdding(true))
  const edits = useEdits(props)
  const { base, edit, inlineEdit, askToRemove, asked } = edits
  const inDemo = useDemoActions()
  const off = useDemoOff()
  /** Deleted rows are only shown and restored. */
  const isDeleted = (row: Row) => archive?.holds(row) === true
  const anyDeleted = list.rows?.some(isDeleted) === true
  const fixed = base !== undefined && (demo !== undefined || isDeleted(base))
  const columns = useDeclaredColumns(
    list,
    props.columns.map(({ edit: inline, ...column }) => ({
      ...(column as DeclaredColumn<Row>),
      ...(inline === undefined || demo !== undefined || anyDeleted ? {} : { edit: inlineEdit(column.id, inline) }),
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
      run: (row) => askToRemove([row]),
    },
  ]
  const restoreActions: readonly RowAction<Row>[] = [
    {
      id: 'restore',
      label: t('table_restore'),
      name: (row) => t('table_restore_one', { name: nameOf(row) }),
      run: asked.setRestoring,
    },
  ]
  const actionsOf = (row: Row) =>
    isDeleted(row) ? restoreActions : [...(props.more?.(row, (send) => void edit(send)) ?? []), ...rowActions]
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
        <NewRowSheet<Row> of={props} edits={edits} onClose={() => setAdding(false)} />
      ) : (
        base !== undefined &&
        asked.deleting.length === 0 &&
        asked.restoring === null && (
          <RowSheet<Row>
            key={`${base.id} ${base.version ?? ''}`}
            of={props}
            edits={edits}
            row={base}
            deleted={isDeleted(base)}
            fixed={fixed}
            onClose={() => list.change({ id: undefined })}
          />
        )
      )}
      <RowDialogs<Row> of={props} asked={asked} />
    </>
  )
}
