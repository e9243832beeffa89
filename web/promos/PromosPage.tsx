import { Text } from '@mantine/core'
import { exponentOf } from '@remis/domain/kit/currency'
import { checkPromoEntry, type PromoEntry } from '@remis/domain/promos/promo-checks'
import { promosApi, promoSorts, type ManagedPromo } from '@remis/domain/promos/promos-api'
import { IconCalendarOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { queryClient } from '../platform/query.ts'
import { useSettings } from '../platform/settings.ts'
import { submitEdit } from '../platform/submit-edit.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { useList } from '../platform/use-list.ts'
import { useNow } from '../platform/use-now.ts'
import { amountIn } from '../ui/amount-in.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { EntrySheet } from '../ui/form/EntrySheet.tsx'
import type { FormField } from '../ui/form/form-fields.ts'
import { StateChip } from '../ui/StateChip.tsx'
import { ListPage } from '../ui/table/ListPage.tsx'
import type { RowAction, TableColumn } from '../ui/table/list-state.ts'

const promoList = {
  key: ['promos', 'all'],
  endpoint: promosApi.listAll,
  file: promosApi.export,
  sorts: promoSorts,
  usual: { sort: 'createdAt', desc: true },
  filters: { show: ['valid', 'ended'] },
} as const

/** Why an entry is refused, at its field; the server checks the same. */
const faultOf = (t: TFunction, entry: PromoEntry, used: number) => {
  const field = checkPromoEntry(entry, used)?.field as keyof typeof wrong | undefined
  return field === undefined ? null : { [field]: t(wrong[field]) }
}
const wrong = {
  promo_name: 'promo_wrong_promo_name',
  promo_discount_value: 'promo_wrong_promo_discount_value',
  max_promo_discount_value: 'promo_wrong_max_promo_discount_value',
  min_order: 'promo_wrong_min_order',
  promo_usage_limit: 'promo_wrong_promo_usage_limit',
} as const

/** Sends an edit; the table shows it as soon as it is saved. What the server refuses is answered as texts. */
const edit = async (t: TFunction, send: () => Promise<unknown>, fields: readonly string[] = []) => {
  const faults = await submitEdit(send, fields)
  if (faults === null) await queryClient.invalidateQueries({ queryKey: promoList.key })
  return faults && Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)]))
}

const columnsOf = (t: TFunction, format: Format, today: string): TableColumn<ManagedPromo>[] => [
  { id: 'promo_name', header: t('promo_name'), sortable: true, cell: (row) => <bdi>{row.promo_name}</bdi> },
  {
    id: 'promo_discount_value',
    header: t('promo_discount_value'),
    numeric: true,
    sortable: true,
    cell: (row) =>
      row.promo_discount_type === 'flat'
        ? format.money(row.promo_discount_value)
        : format.percent(row.promo_discount_value),
  },
  {
    id: 'max_promo_discount_value',
    header: t('max_promo_discount_value'),
    numeric: true,
    cell: (row) => format.money(row.max_promo_discount_value),
  },
  {
    id: 'min_order',
    header: t('min_order'),
    numeric: true,
    sortable: true,
    cell: (row) => format.money(row.min_order),
  },
  {
    id: 'promo_validity',
    header: t('promo_validity'),
    sortable: true,
    cell: (row) => (
      <>
        {format.day(row.promo_validity)}{' '}
        {row.promo_validity < today && <StateChip tone="quiet" icon={IconCalendarOff} label={t('promos_ended')} />}
      </>
    ),
  },
  {
    id: 'promo_usage_limit',
    header: t('promo_usage_limit'),
    numeric: true,
    sortable: true,
    cell: (row) => format.number(row.promo_usage_limit),
    edit: {
      label: (row) => t('promo_usage_limit_edit', { name: row.promo_name }),
      value: (row) => String(row.promo_usage_limit),
      inputMode: 'numeric',
      check: (row, text) => {
        const limit = amountIn(text)
        if (!Number.isInteger(limit)) return t('form_number')
        return faultOf(t, { ...row, promo_usage_limit: limit ?? 0 }, row.user_avail)?.['promo_usage_limit'] ?? null
      },
      save: async ({ id }, text) => {
        const body = { promo_usage_limit: amountIn(text) ?? 0 }
        const faults = await edit(t, () => call(promosApi.update, { params: { id }, body }), ['promo_usage_limit'])
        return faults && (faults['promo_usage_limit'] ?? '')
      },
    },
  },
  {
    id: 'user_avail',
    header: t('user_avail'),
    numeric: true,
    sortable: true,
    cell: (row) => format.number(row.user_avail),
    sum: { of: (row) => row.user_avail, show: (sum) => format.number(sum) },
  },
  {
    id: 'promo_discount_type',
    header: t('promo_discount_type'),
    quiet: true,
    cell: (row) => t(`promo_${row.promo_discount_type}`),
    group: (row) => t(`promo_${row.promo_discount_type}`),
  },
  {
    id: 'promo_description',
    header: t('promo_description'),
    quiet: true,
    cell: (row) => <bdi>{row.promo_description}</bdi>,
  },
  {
    id: 'createdAt',
    header: t('promo_created'),
    quiet: true,
    sortable: true,
    cell: (row) => format.date(row.createdAt, 'date-time'),
  },
]

const fieldsOf = (t: TFunction, unit: string, decimals: number): FormField<ManagedPromo>[] => [
  { name: 'promo_name', kind: 'text', label: t('promo_name'), hint: t('promo_name_hint'), required: true, most: 40 },
  { name: 'promo_description', kind: 'lines', label: t('promo_description'), most: 300 },
  {
    name: 'promo_discount_type',
    kind: 'select',
    label: t('promo_discount_type'),
    choices: (['percentage', 'flat'] as const).map((value) => ({ value, label: t(`promo_${value}`) })),
  },
  {
    name: 'promo_discount_value',
    kind: 'number',
    label: t('promo_discount_value'),
    required: true,
    decimals: 4,
    unit: (values) => (values['promo_discount_type'] === 'flat' ? unit : '%'),
  },
  {
    name: 'max_promo_discount_value',
    kind: 'money',
    label: t('max_promo_discount_value'),
    hint: t('max_promo_discount_value_hint'),
    required: true,
    decimals,
    unit,
  },
  { name: 'min_order', kind: 'money', label: t('min_order'), required: true, decimals, unit },
  { name: 'promo_validity', kind: 'date', label: t('promo_validity'), hint: t('promo_validity_hint'), required: true },
  { name: 'promo_usage_limit', kind: 'number', label: t('promo_usage_limit'), required: true },
  { name: 'user_avail', kind: 'number', label: t('user_avail'), readOnly: true },
]

/** `/promos`: the table of promos with add, update and delete [promos-4]. */
export const PromosPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const list = useList(promoList)
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<readonly ManagedPromo[]>([])
  const [busy, setBusy] = useState(false)
  const now = useNow(60_000)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: settings?.timezone ?? 'UTC' }).format(now)
  const columns = useMemo(() => columnsOf(t, format, today), [t, format, today])
  const fields = fieldsOf(t, settings?.symbol ?? '', exponentOf(settings?.code ?? ''))
  const editable = fields.filter(({ readOnly }) => !readOnly)
  const names = editable.map(({ name }) => name)
  const close = () => (adding ? setAdding(false) : list.change({ id: undefined }))
  const open = list.rows?.find(({ id }) => id === list.address.id)

  const rowActions: readonly RowAction<ManagedPromo>[] = [
    {
      id: 'edit',
      label: t('promos_edit'),
      name: (row) => t('promos_edit_one', { name: row.promo_name }),
      run: ({ id }) => list.change({ id }),
    },
    {
      id: 'delete',
      label: t('promos_delete'),
      name: (row) => t('promos_delete_one', { name: row.promo_name }),
      danger: true,
      run: (row) => setDeleting([row]),
    },
  ]
  const remove = async () => {
    setBusy(true)
    await edit(t, async () => {
      for (const { id } of deleting) await call(promosApi.remove, { params: { id } })
    })
    setBusy(false)
    setDeleting([])
  }
  const [first] = deleting
  return (
    <>
      <ListPage
        name="promos"
        title={t('promos')}
        searchLabel={t('promos_search')}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => t('promos_edit_one', { name: row.promo_name })}
        onOpen={({ id }) => list.change({ id })}
        filters={[
          {
            name: 'show',
            label: t('promos_show'),
            all: t('promos_all'),
            choices: [
              { id: 'valid', label: t('promos_valid') },
              { id: 'ended', label: t('promos_ended') },
            ],
          },
        ]}
        rowActions={() => rowActions}
        bulkActions={[
          {
            id: 'delete',
            label: t('promos_delete'),
            danger: true,
            run: (ids) => setDeleting(list.rows?.filter(({ id }) => ids.includes(id)) ?? []),
          },
        ]}
        primary={{ label: t('promos_add'), run: () => setAdding(true) }}
        empty={
          <>
            <Text fw={600}>{t('no_promos_available')}</Text>
            <Text>{t('promos_none_hint')}</Text>
          </>
        }
      />
      {adding && (
        <EntrySheet
          title={t('promos_add')}
          fields={editable}
          entry={{ promo_usage_limit: 100, min_order: 0 }}
          save={t('promos_add')}
          check={(entry) => faultOf(t, entry, 0)}
          submit={(body) => edit(t, () => call(promosApi.create, { body }), names)}
          onClose={close}
        />
      )}
      {open && !adding && first === undefined && (
        <EntrySheet
          key={open.id}
          title={t('promos_edit_one', { name: open.promo_name })}
          fields={fields}
          entry={open}
          save={t('promos_save')}
          check={(entry) => faultOf(t, entry, open.user_avail)}
          submit={(body) => edit(t, () => call(promosApi.update, { params: { id: open.id }, body }), names)}
          onClose={close}
        />
      )}
      {first && (
        <ConfirmDialog
          title={
            deleting.length === 1
              ? t('promos_delete_title', { name: first.promo_name })
              : t('promos_delete_many_title', { count: deleting.length })
          }
          lead={t(deleting.length === 1 ? 'promos_delete_lead' : 'promos_delete_many_lead')}
          confirm={t('promos_delete')}
          keep={t('promos_keep')}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setDeleting([])}
        />
      )}
    </>
  )
}
