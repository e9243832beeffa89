import { checkNewPromo, checkPromoEntry } from '@remis/domain/promos/promo-checks'
import { dayAt } from '@remis/domain/kit/calendar-day'
import type { ManagedPromo } from '@remis/domain/promos/promos-api'
import { promosCalls, promoSorts } from '@remis/domain/promos/promos-routes'
import { IconCalendarOff } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useDemo } from '../platform/list/demo.tsx'
import { EditableList } from '../platform/list/EditableList.tsx'
import type { EditableColumn } from '../platform/list/editing/editable-list-props.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useFormat, type Format } from '../platform/use-format.ts'
import { useList } from '../platform/list/use-list.ts'
import { useNow } from '../platform/api/server-clock.ts'
import type { FormField, FormValues } from '../ui/form/form-fields.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { Redemptions } from './Redemptions.tsx'

const promoList = {
  key: ['promos'],
  endpoint: promosCalls.listAll,
  file: promosCalls.export,
  sorts: promoSorts,
  usual: { sort: 'createdAt', desc: true },
  filters: { show: ['valid', 'ended', 'deleted'] },
} as const

/** `today`: YYYY-MM-DD in the operator's zone. */
const columnsOf = (t: TFunction, format: Format, today: string): EditableColumn<ManagedPromo>[] => {
  const type = (row: ManagedPromo) => t(`promo_${row.promo_discount_type}`)
  const discount = ({ promo_discount_type, promo_discount_value }: ManagedPromo) =>
    promo_discount_type === 'flat' ? format.money(promo_discount_value) : format.percent(promo_discount_value)
  const ended = <StateChip tone="quiet" icon={IconCalendarOff} label={t('promos_ended')} />
  const until = ({ promo_validity }: ManagedPromo) => (
    <>
      {format.day(promo_validity)} {promo_validity < today && ended}
    </>
  )
  const editLimit = { label: (row: ManagedPromo) => t('promo_usage_limit_edit', { name: row.promo_name }) }
  return [
    { id: 'promo_name', kind: 'text' },
    { id: 'promo_discount_value', numeric: true, cell: discount },
    { id: 'max_promo_discount_value', kind: 'money' },
    { id: 'min_order', kind: 'money' },
    { id: 'promo_validity', cell: until },
    { id: 'promo_usage_limit', kind: 'number', edit: editLimit },
    { id: 'user_avail', kind: 'number', sum: true },
    { id: 'promo_discount_type', quiet: true, cell: type, group: type },
    { id: 'promo_description', kind: 'text', quiet: true },
    { id: 'createdAt', header: t('promo_created'), kind: 'time', quiet: true },
  ]
}

/** `unit`: the currency's symbol. Amounts have four decimals [design/money-27]. */
const fieldsOf = (t: TFunction, unit: string, locale: string): FormField<ManagedPromo>[] => {
  const money = { kind: 'money', required: true, decimals: 4, locale, unit } as const
  const types = (['percentage', 'flat'] as const).map((value) => ({ value, label: t(`promo_${value}`) }))
  const unitOfType = (values: FormValues) => (values['promo_discount_type'] === 'flat' ? unit : '%')
  return [
    { name: 'promo_name', kind: 'text', hint: t('promo_name_hint'), required: true, most: 40 },
    { name: 'promo_description', kind: 'lines', most: 300 },
    { name: 'promo_discount_type', kind: 'select', choices: types },
    { name: 'promo_discount_value', ...money, unit: unitOfType },
    { name: 'max_promo_discount_value', ...money },
    { name: 'min_order', ...money },
    { name: 'promo_validity', kind: 'date', hint: t('promo_validity_hint'), required: true },
    { name: 'promo_usage_limit', kind: 'number', required: true },
    { name: 'user_avail', kind: 'number', readOnly: true },
  ]
}

/** `/promos`: the table of promos with add, update and delete [promos-4]. */
export const PromosPage = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const demo = useDemo()
  const today = dayAt(useNow(60_000), settings?.timezone ?? 'UTC')
  const shows = [
    ...(['valid', 'ended'] as const).map((id) => ({ id, label: t(`promos_${id}`) })),
    { id: 'deleted', label: t('table_deleted') },
  ]
  return (
    <EditableList
      name="promos"
      list={useList(promoList)}
      title={t('promos')}
      searchLabel={t('promos_search')}
      addLabel={t('promos_add')}
      empty={{ title: t('no_promos_available'), hint: t('promos_none_hint') }}
      columns={columnsOf(t, format, today)}
      fields={fieldsOf(t, settings?.symbol ?? '', format.locale)}
      filters={[{ name: 'show', label: t('promos_show'), all: t('promos_all'), choices: shows }]}
      nameOf={(row) => row.promo_name}
      newEntry={{ promo_usage_limit: 100, min_order: 0 }}
      check={(entry, row) => (row === undefined ? checkNewPromo(entry, today) : checkPromoEntry(entry, row.user_avail))}
      faultText={(field) => t(`promo_wrong_${field as 'min_order'}`)}
      create={(body, press) => call(promosCalls.create, { body }, press)}
      update={(id, body, version, press) =>
        call(promosCalls.update, { params: { id }, body: { ...body, version } }, press)
      }
      remove={(id, press) => call(promosCalls.remove, { params: { id } }, press)}
      about={(row) => <Redemptions promo={row.id} uses={row.user_avail} />}
      removeLead={t('promos_delete_lead')}
      archive={{
        holds: ({ deletedAt }) => deletedAt !== null,
        restore: (id, press) => call(promosCalls.restore, { params: { id } }, press),
        lead: t('promos_restore_lead'),
      }}
      // adding is not gated [promos-5]
      demo={demo ? { text: t('promos_demo'), adds: true } : undefined}
    />
  )
}
