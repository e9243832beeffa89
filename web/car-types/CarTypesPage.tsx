import { List, Skeleton } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import { amountDecimals, checkCarTypeEntry, rateDecimals } from '@remis/domain/fare/car-type-checks'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import type { ManagedCarType } from '@remis/domain/fare/car-types-api'
import { carTypeSorts, carTypeTableCalls } from '@remis/domain/fare/fare-routes'
import { IconArchive, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { EditableList } from '../platform/list/EditableList.tsx'
import type { EditableColumn } from '../platform/list/editing/editable-list-props.ts'
import { useList } from '../platform/list/use-list.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import type { RowAction } from '../ui/table/list-state.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { VehiclePicture } from '../ui/vehicles/VehiclePicture.tsx'
import { faultTextOf, fieldsOf } from './car-type-fields.tsx'
import classes from './CarTypesPage.module.css'
import { RatesPreview } from './RatesPreview.tsx'

const carTypeList = {
  key: ['office-car-types'],
  endpoint: carTypeTableCalls.listAll,
  file: carTypeTableCalls.export,
  sorts: carTypeSorts,
  usual: { sort: 'position', desc: false },
  filters: { show: ['deleted'] },
  // The arrows change the order among the rows of one page.
  pageRows: 100,
  live: true,
} as const

const columnsOf = (t: TFunction, format: Format, settings: PublicSettings): EditableColumn<ManagedCarType>[] => {
  const fee = ({ convenience_fees, convenience_fee_type }: ManagedCarType) =>
    convenience_fee_type === 'flat' ? format.money(convenience_fees) : format.percent(convenience_fees)
  const slab = ({ cancelSlab }: ManagedCarType) =>
    cancelSlab.length === 0
      ? t('cancelSlab_free')
      : cancelSlab
          .map(({ minsDelayed, amount }) =>
            t('cancelSlab_from', { minutes: format.number(minsDelayed), amount: format.money(amount) }),
          )
          .join(t('list_comma'))
  const extras = (rows: ManagedCarType['options']) =>
    rows.map(({ description, amount }) => `${description}: ${format.money(amount)}`).join(t('list_comma'))
  const name = (row: ManagedCarType) => (
    <span className={classes.name}>
      <VehiclePicture image={row.image} width={56} />
      <bdi>{row.name}</bdi>
    </span>
  )
  const state = ({ active, deletedAt }: ManagedCarType) =>
    deletedAt === null ? (
      <StateChip
        tone={active ? 'good' : 'quiet'}
        icon={active ? IconEye : IconEyeOff}
        label={t(active ? 'car_type_shown' : 'car_type_inactive')}
      />
    ) : (
      <StateChip tone="quiet" icon={IconArchive} label={t('table_deleted')} />
    )
  const delivery: EditableColumn<ManagedCarType>[] = [
    { id: 'parcelTypes', quiet: true, cell: (row) => extras(row.parcelTypes) },
    { id: 'options', header: t('car_type_options'), quiet: true, cell: (row) => extras(row.options) },
  ]
  return [
    { id: 'name', header: t('car_type_name'), cell: name },
    { id: 'active', header: t('car_type_state'), cell: state },
    { id: 'seats', header: t('car_type_seats'), kind: 'number' },
    { id: 'base_fare', kind: 'money' },
    {
      id: 'rate_per_unit_distance',
      header: t(settings.convert_to_mile ? 'rate_per_mile' : 'rate_per_km'),
      numeric: true,
      cell: (row) => format.rate(row.rate_per_unit_distance, rateDecimals),
    },
    { id: 'rate_per_hour', numeric: true, cell: (row) => format.rate(row.rate_per_hour, rateDecimals) },
    { id: 'min_fare', header: t('car_type_min_fare'), kind: 'money' },
    { id: 'convenience_fees', numeric: true, cell: fee },
    { id: 'cancelSlab', quiet: true, cell: slab },
    { id: 'extra_info', kind: 'text', quiet: true },
    {
      id: 'position',
      header: t('car_type_position'),
      quiet: true,
      numeric: true,
      cell: (row) => format.number(row.position + 1),
    },
    ...(settings.appcat === 'delivery' ? delivery : []),
    { id: 'createdAt', header: t('car_type_created'), kind: 'time', quiet: true },
  ]
}

/** What else deleting means, asked before it is done [design/catalogue-6]. */
const Ending = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['car-type-ending', id],
    gcTime: 0,
    queryFn: async () => (await call(carTypeTableCalls.ending, { params: { id } })).ending,
  })
  if (data === undefined)
    return error === null ? (
      <Skeleton height={48} />
    ) : (
      <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
    )
  const lines = [
    ...(data.drivers > 0 ? [t('car_type_delete_drivers', { number: format.number(data.drivers) })] : []),
    ...(data.bookings > 0 ? [t('car_type_delete_bookings', { number: format.number(data.bookings) })] : []),
    ...(data.last ? [t('car_type_delete_last')] : []),
  ]
  return (
    <List spacing="xs">
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  )
}

/** The order of all car types with this one moved; null where it cannot move. */
const moved = (rows: readonly ManagedCarType[], id: string, by: 1 | -1): string[] | null => {
  const ids = rows.toSorted((a, b) => a.position - b.position).map((row) => row.id)
  const at = ids.indexOf(id)
  const other = ids[at + by]
  return at < 0 || other === undefined ? null : ids.with(at, other).with(at + by, id)
}

/** The riders' list and their prices follow; open pages of others by a live event. */
const andRiders = async (sent: Promise<unknown>): Promise<void> => {
  await sent
  await queryClient.invalidateQueries({ queryKey: ['car-types'] })
}

/** `/cartypes`: the table of car types with add, update and delete [fare-4]. */
export const CarTypesPage = () => {
  const settings = useSettings()
  return settings === undefined ? <Skeleton height={320} m="md" /> : <CarTypes settings={settings} />
}

const CarTypes = ({ settings }: { settings: PublicSettings }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const list = useList(carTypeList)
  const demo = useDemo()
  const decimals = amountDecimals(settings)
  // Places are only known where the page shows the whole list in its order.
  const { address, rows = [], paging } = list
  const ordered =
    address.q === '' &&
    address.filters['show'] === undefined &&
    address.sort === 'position' &&
    !address.desc &&
    paging.total === rows.length
  const withLists = (entry: ManagedCarType): ManagedCarType => ({
    ...entry,
    parcelTypes: entry.parcelTypes ?? [],
    options: entry.options ?? [],
  })
  const moves = (row: ManagedCarType, act: (send: () => Promise<unknown>) => void): RowAction<ManagedCarType>[] =>
    (['up', 'down'] as const).flatMap((way) => {
      const ids = moved(rows, row.id, way === 'up' ? -1 : 1)
      return !ordered || ids === null
        ? []
        : [
            {
              id: way,
              label: way === 'up' ? '↑' : '↓',
              name: ({ name }: ManagedCarType) => t(`car_type_${way}`, { name }),
              run: () => act(() => andRiders(call(carTypeTableCalls.order, { body: { ids } }))),
            },
          ]
    })
  return (
    <EditableList
      name="office-car-types"
      list={list}
      title={t('car_types')}
      searchLabel={t('car_types_search')}
      addLabel={t('car_types_add')}
      empty={{ title: t('no_data_available'), hint: t('car_types_none_hint') }}
      columns={columnsOf(t, format, settings)}
      fields={fieldsOf(t, settings, format.locale)}
      filters={[
        {
          name: 'show',
          label: t('promos_show'),
          all: t('promos_all'),
          choices: [{ id: 'deleted', label: t('table_deleted') }],
        },
      ]}
      nameOf={(row) => row.name}
      newEntry={{ image: 'sedan', seats: 4, active: true, base_fare: 0, min_fare: 0, convenience_fees: 0 }}
      check={(entry, row) => checkCarTypeEntry(withLists(entry), decimals, row)}
      faultText={faultTextOf(t, settings)}
      create={(body, press) => andRiders(call(carTypeTableCalls.create, { body: withLists(body) }, press))}
      update={(id, body, version, press) =>
        andRiders(call(carTypeTableCalls.update, { params: { id }, body: { ...body, version } }, press))
      }
      remove={(id, press) => andRiders(call(carTypeTableCalls.remove, { params: { id } }, press))}
      removeLead={t('car_type_delete_lead')}
      removeMeans={(row) => <Ending id={row.id} />}
      archive={{
        holds: ({ deletedAt }) => deletedAt !== null,
        restore: (id, press) => andRiders(call(carTypeTableCalls.restore, { params: { id } }, press)),
        lead: t('car_type_restore_lead'),
      }}
      more={moves}
      preview={(entry, row) => <RatesPreview settings={settings} entry={entry} row={row} />}
      demo={demo ? {} : undefined}
    />
  )
}
