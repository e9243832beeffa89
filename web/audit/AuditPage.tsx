import '../ui/mantine-parts.ts'
import { Text } from '@mantine/core'
import type { AuditEntryView } from '@remis/domain/audit/audit-api'
import { auditCalls, auditSorts } from '@remis/domain/audit/audit-routes'
import { Link, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useDemo, useExportRule } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { auditFilters } from './audit-filters.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { actionText, subjectParts } from './audit-texts.ts'
import classes from './audit.module.css'
import { entryLine } from './entry-changes.ts'
import type { EntryWords } from './entry-words.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { SealState } from './SealState.tsx'
import { useEntryWords } from './use-entry-words.ts'

const auditList = {
  key: ['audit'],
  endpoint: auditCalls.list,
  file: auditCalls.export,
  sorts: auditSorts,
  usual: { sort: 'newest', desc: true },
} as const

/** The object, with a link where it has a screen. */
const Subject = ({ row }: { readonly row: AuditEntryView }) => {
  const { t } = useTranslation()
  const { kind, id } = subjectParts(t, row.subject)
  const to = row.subject.startsWith('user:')
    ? paths.person(id)
    : row.subject.startsWith('booking:')
      ? paths.booking(id)
      : null
  const name = <bdi>{row.subjectName ?? id}</bdi>
  return (
    <span className={classes.two}>
      {to === null ? name : <Link to={to}>{name}</Link>}
      <small>{kind}</small>
    </span>
  )
}

const columnsOf = (t: TFunction, words: EntryWords): DeclaredColumn<AuditEntryView>[] => [
  {
    id: 'action',
    header: t('audit_action'),
    cell: (row) => actionText(t, row.action),
    group: (row) => actionText(t, row.action),
  },
  { id: 'at', header: t('audit_at'), kind: 'time' },
  {
    id: 'actorName',
    header: t('audit_actor'),
    cell: (row) => (
      <span className={classes.two}>
        <bdi>{row.actorName ?? t('person_audit_system')}</bdi>
        {row.actor !== null && <small>{t(`role_${row.actorRole as 'admin'}`)}</small>}
      </span>
    ),
    group: (row) => row.actorName ?? t('person_audit_system'),
  },
  { id: 'subject', header: t('audit_subject'), cell: (row) => <Subject row={row} /> },
  {
    id: 'data',
    header: t('audit_data'),
    cell: (row) => <span className={classes.details}>{entryLine(row, words)}</span>,
  },
  { id: 'address', header: t('audit_address'), cell: (row) => <bdi dir="ltr">{row.address}</bdi> },
]

/** `/audit`: the audit log, with filters and export [design/access-95]. */
export const AuditPage = () => {
  const { t } = useTranslation()
  const demo = useDemo()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const list = useList(useMemo(() => ({ ...auditList, filters: auditFilters(search) }), [search]))
  const open = list.rows?.find(({ id }) => String(id) === list.address.id)
  return (
    <>
      <ListPage
        name="audit"
        title={t('title_audit')}
        searchLabel={t('audit_search')}
        list={useExportRule(list)}
        notice={demo ? t('audit_demo') : undefined}
        columns={useDeclaredColumns(list, columnsOf(t, useEntryWords()))}
        rowId={({ id }) => String(id)}
        rowLabel={(row) => t('audit_open', { action: actionText(t, row.action) })}
        onOpen={({ id }) => list.change({ id: String(id) })}
        more={
          <>
            <AuditFilters filters={list.address.filters} onChange={(filters) => list.change({ filters })} />
            <SealState />
          </>
        }
        empty={<Text fw={600}>{t('person_audit_none')}</Text>}
      />
      {open !== undefined && <EntryDialog row={open} onClose={() => list.change({ id: undefined })} />}
    </>
  )
}
