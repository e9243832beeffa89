import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import type { EditableListProps, EditedRow } from './editable-list-props.ts'
import type { useEdits } from './use-edits.ts'

interface Props<Row extends EditedRow> {
  readonly of: Pick<EditableListProps<Row>, 'nameOf' | 'removeLead' | 'removeMeans' | 'archive'>
  readonly asked: ReturnType<typeof useEdits<Row>>['asked']
}

/** The questions before rows are deleted and before one is restored. */
export const RowDialogs = <Row extends EditedRow>({ of, asked }: Props<Row>) => {
  const { t } = useTranslation()
  const { nameOf, removeLead, removeMeans, archive } = of
  const { deleting, restoring, busy } = asked
  const [first] = deleting
  return (
    <>
      {first !== undefined && (
        <ConfirmDialog
          title={
            deleting.length === 1
              ? t('table_delete_title', { name: nameOf(first) })
              : t('table_delete_many_title', { count: deleting.length })
          }
          lead={removeLead}
          more={
            <>
              {removeMeans?.(first)}
              {archive !== undefined && <Text>{t('table_delete_undo')}</Text>}
            </>
          }
          confirm={t('table_delete')}
          keep={t('table_keep')}
          busy={busy}
          onConfirm={() => void asked.removeAll()}
          onClose={() => asked.setDeleting([])}
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
          onConfirm={() => void asked.restore(restoring)}
          onClose={() => asked.setRestoring(null)}
        />
      )}
    </>
  )
}
