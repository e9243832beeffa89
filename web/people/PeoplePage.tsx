import { fullName } from '@remis/domain/people/first-name'
import '../ui/mantine-parts.ts'
import { Text } from '@mantine/core'
import type { PersonRow } from '@remis/domain/people/people-api'
import { documentFilters, peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCarTypes } from '../booking-parts/use-prices.ts'
import { useSession } from '../platform/api/session.ts'
import { useAddFromAddress } from '../platform/list/use-add-from-address.ts'
import { useDemo, useDemoActions, useDemoOff, useExportRule } from '../platform/list/demo.tsx'
import { SelectFilters } from '../platform/list/SelectFilters.tsx'
import { useList } from '../platform/list/use-list.ts'
import { useFormat } from '../platform/use-format.ts'
import type { ListFilter, ListState, RowAction } from '../ui/table/list-state.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { AddPerson } from './AddPerson.tsx'
import { DeleteDialog } from './dialogs/DeleteDialog.tsx'
import { RestoreDialog } from './dialogs/RestoreDialog.tsx'
import { EditPerson } from './EditPerson.tsx'
import { columnsOf } from './people-columns.tsx'
import { driverList, officeLists, usertypeOf, type PeopleTable } from './people-lists.ts'
import { fleetsQuery } from './people-queries.ts'
import classes from './people.module.css'
import { PersonPanel } from './PersonPanel.tsx'
import { useConfirmedChange } from './use-confirmed-change.tsx'

/** `/riders`: all riders [people-4]. */
export const RidersPage = () => <OfficeTable table="riders" />
/** `/fleetadmins`: all fleet admins [people-4]. */
export const FleetAdminsPage = () => <OfficeTable table="fleetadmins" />
/** `/alladmin`: all admins [people-7]. */
export const AdminsPage = () => <OfficeTable table="alladmin" />

const OfficeTable = ({ table }: { table: Exclude<PeopleTable, 'drivers'> }) => (
  <PeopleTablePage table={table} list={useList(officeLists[table])} filters={[]} />
)

const nothing: readonly never[] = []

/** `/drivers`: all drivers for an admin, only their own for a fleet admin [people-6]. */
export const DriversPage = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const admin = user?.usertype === 'admin'
  const { data: fleets = nothing } = useQuery({ ...fleetsQuery, enabled: admin })
  const { data: carTypes = nothing } = useCarTypes()
  const list = useList(driverList)
  const online: ListFilter = {
    name: 'online',
    label: t('people_online'),
    all: t('people_online_all'),
    choices: (['yes', 'no'] as const).map((id) => ({ id, label: t(`people_online_${id}`) })),
  }
  const others: readonly ListFilter[] = [
    {
      name: 'documents',
      label: t('person_documents'),
      all: t('people_documents_all'),
      choices: documentFilters.map((id) => ({ id, label: t(`people_documents_${id}`) })),
    },
    {
      name: 'carType',
      label: t('people_car_type'),
      all: t('people_car_types_all'),
      choices: carTypes.map(({ id, name }) => ({ id, label: name })),
    },
    ...(admin
      ? [
          {
            name: 'fleet',
            label: t('people_fleet'),
            all: t('people_fleet_all'),
            choices: [
              { id: 'none', label: t('people_fleet_none') },
              ...fleets.map((row) => ({ id: row.id, label: fullName(row) })),
            ],
          },
        ]
      : []),
  ]
  return (
    <PeopleTablePage
      table="drivers"
      list={list}
      filters={[online]}
      moreFilters={<SelectFilters list={list} filters={others} />}
    />
  )
}

interface Props {
  readonly table: PeopleTable
  readonly list: ListState<PersonRow>
  /** beside the one of the account's state */
  readonly filters: readonly ListFilter[]
  /** beside the pills */
  readonly moreFilters?: ReactNode
}

const emptyHint = {
  riders: 'people_none_riders',
  drivers: 'people_none_drivers',
  fleetadmins: 'people_none_fleetadmins',
  alladmin: 'people_none_admins',
} as const
const addText = {
  riders: 'people_add_riders',
  drivers: 'people_add_drivers',
  fleetadmins: 'people_add_fleetadmins',
  alladmin: 'people_add_admins',
} as const

/** A table of people with the opened person beside it. */
const PeopleTablePage = ({ table, list, filters, moreFilters }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const demo = useDemo()
  const [adding, setAdding] = useState(false)
  useAddFromAddress(() => setAdding(!demo))
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<PersonRow | null>(null)
  const [restoring, setRestoring] = useState<PersonRow | null>(null)
  const switched = useDemoActions()
  const off = useDemoOff()
  const { change: approve, dialog: confirmApproval } = useConfirmedChange(peopleCalls.approve)
  const admin = user?.usertype === 'admin'
  const columns = useMemo(() => columnsOf(t, format, table, admin), [t, format, table, admin])
  const { id: openId } = list.address
  const states = (['waiting', 'active', 'suspended', ...(admin ? (['deleted'] as const) : [])] as const).map((id) => ({
    id,
    label: t(`people_state_${id}`),
  }))
  const actionsOf = (row: PersonRow): readonly RowAction<PersonRow>[] => {
    if (openId !== undefined) return []
    if (row.state === 'deleted')
      return admin && !row.erased
        ? [
            {
              id: 'restore',
              label: t('table_restore'),
              name: (one) => t('table_restore_one', { name: fullName(one) }),
              run: setRestoring,
            },
          ]
        : []
    const edit = {
      id: 'edit',
      label: t('person_edit'),
      name: (one: PersonRow) => t('person_edit_title', { name: fullName(one) }),
      run: ({ id }: PersonRow) => setEditing(id),
    }
    const remove = {
      id: 'delete',
      label: t('person_delete'),
      name: (one: PersonRow) => t('person_delete_one', { name: fullName(one) }),
      danger: true,
      run: (one: PersonRow) => setDeleting(one),
    }
    return [
      ...(admin && row.state === 'waiting'
        ? [
            {
              id: 'approve',
              label: t('person_approve'),
              name: (one: PersonRow) => t('person_approve_one', { name: fullName(one) }),
              strong: true,
              run: ({ id, version }: PersonRow) =>
                approve.mutate({ params: { id }, body: { approved: true, version } }),
            },
          ]
        : []),
      edit,
      ...(row.id === user?.id ? [] : [remove]),
    ]
  }
  return (
    <div className={classes.page} data-panel={openId !== undefined || undefined}>
      <ListPage
        name={table}
        title={t(`title_${table}`)}
        searchLabel={t(table === 'drivers' ? 'people_search_drivers' : 'people_search')}
        // Export where critical edits are allowed [people-7].
        list={useExportRule(list)}
        columns={columns}
        rowId={(row) => row.id}
        // The label contains the visible text, which speech input needs (WCAG 2.5.3).
        rowLabel={(row) => t('people_open', { name: [fullName(row), row.mobile ?? row.email].join(' ').trim() })}
        onOpen={({ id }) => list.change({ id })}
        rowActions={(row) => switched(actionsOf(row))}
        actionsOnHover
        filters={[{ name: 'state', label: t('people_state'), all: t('people_state_all'), choices: states }, ...filters]}
        moreFilters={moreFilters}
        primary={{ label: t(addText[table]), run: () => setAdding(true), ...off }}
        empty={
          <>
            <Text fw={600}>{t('no_users_available')}</Text>
            <Text>{t(emptyHint[table])}</Text>
          </>
        }
      />
      {openId !== undefined && <PersonPanel key={openId} id={openId} onClose={() => list.change({ id: undefined })} />}
      {adding && <AddPerson usertype={usertypeOf[table]} title={t(addText[table])} onClose={() => setAdding(false)} />}
      {editing !== null && <EditPerson id={editing} onClose={() => setEditing(null)} />}
      {confirmApproval}
      {restoring !== null && <RestoreDialog person={restoring} onClose={() => setRestoring(null)} />}
      {deleting !== null && <DeleteDialog person={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}
