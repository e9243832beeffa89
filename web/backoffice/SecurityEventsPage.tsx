import { Text } from '@mantine/core'
import { securityEventsCalls, securityEventSorts } from '@remis/domain/backoffice/backoffice-routes'
import { securityEventKinds, type SecurityEventKind } from '@remis/domain/backoffice/security-event'
import type { SecurityEventView } from '@remis/domain/backoffice/security-events-api'
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useList } from '../platform/list/use-list.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { ListPage } from '../ui/table/ListPage.tsx'

const eventList = {
  key: ['security-events'],
  endpoint: securityEventsCalls.list,
  sorts: securityEventSorts,
  usual: { sort: 'at', desc: true },
  filters: { kind: securityEventKinds },
} as const

const alarming: readonly string[] = ['sign-in-failed', 'password-refused', 'refused', 'too-many-requests']

/** The account; without one the address. */
const whoOf = ({ userName, address }: SecurityEventView) => userName ?? address

const columnsOf = (t: TFunction): DeclaredColumn<SecurityEventView>[] => {
  const kindOf = (row: SecurityEventView) => t(`security_${row.kind as SecurityEventKind}`)
  const chip = (row: SecurityEventView) =>
    alarming.includes(row.kind) ? (
      <StateChip tone="bad" icon={IconAlertTriangle} label={kindOf(row)} />
    ) : (
      <StateChip tone="quiet" icon={IconShieldCheck} label={kindOf(row)} />
    )
  return [
    { id: 'userName', header: t('security_account'), cell: (row) => <bdi>{whoOf(row)}</bdi> },
    { id: 'at', header: t('security_at'), kind: 'time' },
    { id: 'kind', header: t('security_kind'), cell: chip, group: kindOf },
    { id: 'address', header: t('security_address'), kind: 'text', group: (row) => row.address },
    {
      id: 'messageKey',
      header: t('security_answer'),
      cell: (row) => (row.messageKey === '' ? '' : t(row.messageKey as 'forbidden')),
    },
    { id: 'count', header: t('security_count'), kind: 'number', sum: true },
    { id: 'route', header: t('security_route'), quiet: true, cell: (row) => <bdi dir="ltr">{row.route}</bdi> },
    { id: 'userAgent', header: t('security_browser'), kind: 'text', quiet: true },
  ]
}

/** `/security-events`: sign-ins, refusals and other security events [design/access-127]. */
export const SecurityEventsPage = () => {
  const { t } = useTranslation()
  const list = useList(eventList)
  const kinds = securityEventKinds.map((id) => ({ id, label: t(`security_${id}`) }))
  return (
    <ListPage
      name="security-events"
      title={t('security')}
      searchLabel={t('security_search')}
      list={list}
      columns={useDeclaredColumns(list, columnsOf(t))}
      rowId={({ id }) => String(id)}
      rowLabel={(row) => t('security_same', { name: whoOf(row) })}
      onOpen={(row) => list.change({ q: whoOf(row) })}
      filters={[{ name: 'kind', label: t('security_kind'), all: t('promos_all'), choices: kinds }]}
      empty={<Text fw={600}>{t('security_none')}</Text>}
    />
  )
}
