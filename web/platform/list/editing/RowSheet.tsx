import { useTranslation } from 'react-i18next'
import { EntrySheet } from '../../../ui/form/EntrySheet.tsx'
import { changesOf, fieldsOfStored } from '../../../ui/form/form-fields.ts'
import { lateDecision } from '../LateEdit.tsx'
import type { EditableListProps, EditedRow } from './editable-list-props.ts'
import type { useEdits } from './use-edits.ts'

interface NewProps<Row extends EditedRow> {
  readonly of: EditableListProps<Row>
  readonly edits: ReturnType<typeof useEdits<Row>>
  readonly onClose: () => void
}

/** The sheet of a row that is added. */
export const NewRowSheet = <Row extends EditedRow>({ of, edits, onClose }: NewProps<Row>) => (
  <EntrySheet<Row>
    title={of.addLabel}
    fields={of.fields.filter(({ readOnly }) => !readOnly)}
    entry={of.newEntry}
    save={of.addLabel}
    check={(entry) => edits.faultsOf(entry, undefined)}
    submit={edits.add}
    onClose={onClose}
    {...(of.preview === undefined ? {} : { preview: (entry, typed) => of.preview?.(entry, undefined, typed) })}
  />
)

interface StoredProps<Row extends EditedRow> extends NewProps<Row> {
  readonly row: Row
  /** a deleted row has no preview */
  readonly deleted: boolean
  /** it is only shown */
  readonly fixed: boolean
}

/** The sheet of a stored row, with the decision when its change came too late. */
export const RowSheet = <Row extends EditedRow>({ of, edits, row, deleted, fixed, onClose }: StoredProps<Row>) => {
  const { t } = useTranslation()
  const fields = fieldsOfStored(of.fields)
  const changeable = fields.filter(({ readOnly }) => !readOnly)
  const { late, change, takeTheirs } = edits
  return (
    <EntrySheet<Row>
      param="id"
      title={fixed ? of.nameOf(row) : t('table_edit_one', { name: of.nameOf(row) })}
      fields={fields}
      entry={row}
      save={fixed ? null : t('table_save')}
      check={(entry) => edits.faultsOf(entry, row)}
      submit={(entry) => change(changesOf(changeable, entry, row), row)}
      onClose={onClose}
      preview={(entry, typed) => (
        <>
          {!deleted && of.preview?.(entry, row, typed)}
          {of.about?.(row)}
        </>
      )}
      {...lateDecision(late, {
        fields: changeable,
        entryOf: (stored) => stored,
        save: change,
        onTakeTheirs: takeTheirs,
      })}
    />
  )
}
