import '../ui/mantine-parts.ts'
import { Text } from '@mantine/core'
import { alertKinds, alertStates } from '@remis/domain/safety/safety-alert'
import type { AlertRow } from '@remis/domain/safety/safety-api'
import { alertSorts, safetyDeskCalls } from '@remis/domain/safety/safety-routes'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useList } from '../platform/list/use-list.ts'
import type { RowAction } from '../ui/table/list-state.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { AlertChip, kindText } from './AlertChip.tsx'
import { AlertPanel } from './AlertPanel.tsx'
import classes from './desk.module.css'
import { alertsKey, useAlertStep } from './safety-queries.ts'

const safetyList = {
  key: [...alertsKey, 'list'],
  endpoint: safetyDeskCalls.list,
  sorts: alertSorts,
  usual: { sort: 'urgency', desc: true },
  filters: { state: alertStates, kind: alertKinds },
  live: true,
} as const

const columnsOf = (t: TFunction): DeclaredColumn<AlertRow>[] => [
  {
    id: 'name',
    header: t('alert_person'),
    cell: (row) => (
      <span className={classes.two}>
        <bdi>{row.name}</bdi> <small>{t(`alert_role_${row.role}`)}</small>
      </span>
    ),
  },
  {
    id: 'state',
    header: t('alert_state'),
    cell: (row) => <AlertChip alert={row} />,
    group: ({ state }) => t(`alert_state_${state}`),
  },
  {
    id: 'kind',
    header: t('alert_kind'),
    cell: (row) => kindText(t, row),
    group: ({ kind }) => t(`alert_kind_${kind}`),
  },
  { id: 'sentAt', header: t('alert_sent'), kind: 'time' },
  { id: 'bookingId', header: t('alert_booking'), cell: ({ bookingId }) => <bdi dir="ltr">{bookingId}</bdi> },
  { id: 'takenBy', header: t('alert_by'), kind: 'text' },
  { id: 'outcome', header: t('alert_outcome'), cell: ({ outcome }) => outcome && t(`alert_outcome_${outcome}`) },
]

/** `/safety`: the alerts of riders and drivers with the opened one beside them [design/safety-12]. */
export const SafetyPage = () => {
  const { t } = useTranslation()
  const list = useList(safetyList)
  const take = useAlertStep(safetyDeskCalls.take)
  const columns = useMemo(() => columnsOf(t), [t])
  const { id: openId } = list.address
  const actions = (row: AlertRow): readonly RowAction<AlertRow>[] =>
    row.state !== 'open' || openId !== undefined
      ? []
      : [
          {
            id: 'take',
            label: t('alarm_take'),
            name: ({ name }) => `${t('alarm_take')}: ${t('alert_title', { name })}`,
            strong: true,
            run: ({ id }) => take.mutate({ params: { id } }),
          },
        ]
  return (
    <div className={classes.page} data-panel={openId !== undefined || undefined}>
      <ListPage
        name="safety"
        title={t('title_safety')}
        searchLabel={t('safety_search')}
        list={list}
        columns={useDeclaredColumns(list, columns)}
        rowId={({ id }) => id}
        // The label contains the visible text, which speech input needs (WCAG 2.5.3).
        rowLabel={({ name, role }) => t('alert_open_row', { name: `${name} ${t(`alert_role_${role}`)}` })}
        onOpen={({ id }) => list.change({ id })}
        rowActions={actions}
        filters={[
          {
            name: 'state',
            label: t('alert_state'),
            all: t('alert_states_all'),
            choices: alertStates.map((id) => ({ id, label: t(`alert_state_${id}`) })),
          },
          {
            name: 'kind',
            label: t('alert_kind'),
            all: t('alert_kinds_all'),
            choices: alertKinds.map((id) => ({ id, label: t(`alert_kind_${id}`) })),
          },
        ]}
        empty={
          <>
            <Text fw={600}>{t('safety_none')}</Text>
            <Text>{t('safety_none_hint')}</Text>
          </>
        }
      />
      {openId !== undefined && <AlertPanel key={openId} id={openId} onClose={() => list.change({ id: undefined })} />}
    </div>
  )
}
