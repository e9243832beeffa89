import '@mantine/core/styles/Table.layer.css'
import { Table, Text } from '@mantine/core'
import type { AuditEntryView } from '@remis/domain/audit/audit-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { actionText } from './audit-texts.ts'
import classes from './audit.module.css'
import { changesOf, shownValue } from './entry-changes.ts'
import { useEntryWords } from './use-entry-words.ts'

/** An entry with each of its values; a change with the value before [design/access-95]. */
export const EntryDialog = ({ row, onClose }: { readonly row: AuditEntryView; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useEntryWords()
  const changes = changesOf(row.data)
  const withBefore = changes.some(({ from }) => from !== undefined)
  return (
    <Dialog title={actionText(t, row.action)} closeLabel={t('close')} size={680} onClose={onClose}>
      <Text c="dimmed" size="sm" className={classes.facts ?? ''}>
        <bdi>{row.actorName ?? t('person_audit_system')}</bdi> · {format.date(row.at, 'date-time')}
        {row.address !== '' && (
          <>
            {' · '}
            <bdi dir="ltr">{row.address}</bdi>
          </>
        )}
        <br />
        <code dir="ltr">
          {row.action} {row.subject}
        </code>
      </Text>
      {changes.length === 0 ? (
        <Text>{t('audit_no_data')}</Text>
      ) : (
        <div className={classes.wide}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('audit_value')}</Table.Th>
                {withBefore && <Table.Th>{t('audit_before')}</Table.Th>}
                <Table.Th>{withBefore ? t('audit_after') : t('audit_data')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ name, from, to }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{words.field(row, name)}</Table.Th>
                  {withBefore && (
                    <Table.Td>
                      <bdi>{shownValue(row, name, from, words)}</bdi>
                    </Table.Td>
                  )}
                  <Table.Td>
                    <bdi>{shownValue(row, name, to, words)}</bdi>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Dialog>
  )
}
