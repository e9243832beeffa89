import { NativeSelect } from '@mantine/core'
import { paymentModes, paymentStates, periods } from '@remis/domain/booking/list/list-filters'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../ui/form/DateInput.tsx'
import { FilterButton } from '../../platform/list/FilterButton.tsx'
import { useFormat } from '../../platform/use-format.ts'
import type { BookingListState } from './booking-list.ts'
import classes from './list.module.css'
import { PersonFilter, usePersonName } from './PersonFilter.tsx'

interface Props {
  readonly list: BookingListState
  readonly role: Role
}

/** Filters by day, people and payment: behind one button, and each that is set as a chip that takes it away. */
export const ListFilters = ({ list, role }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { filters } = list.address
  const office = isOffice(role)
  const names = {
    driver: usePersonName(office ? filters['driver'] : undefined),
    rider: usePersonName(role === 'admin' ? filters['rider'] : undefined),
    fleet: usePersonName(role === 'admin' ? filters['fleet'] : undefined),
  }
  const set = (part: Readonly<Record<string, string | undefined>>) => {
    const next = Object.entries({ ...filters, ...part }).filter(
      (one): one is [string, string] => one[1] !== undefined && one[1] !== '',
    )
    list.change({ filters: Object.fromEntries(next) })
  }
  const { period, from, to, mode, payment } = filters
  const days =
    period !== undefined
      ? t(`list_period_${period as (typeof periods)[number]}`)
      : from !== undefined && to !== undefined
        ? `${format.day(from)} – ${format.day(to)}`
        : from !== undefined
          ? t('list_since', { day: format.day(from) })
          : to !== undefined
            ? t('list_until', { day: format.day(to) })
            : undefined
  const person = (kind: keyof typeof names) =>
    filters[kind] === undefined ? [] : [{ off: [kind], text: `${t(`list_${kind}`)}: ${names[kind] ?? '…'}` }]
  const chips = [
    ...(days === undefined ? [] : [{ off: ['period', 'from', 'to'], text: days }]),
    ...(office ? person('driver') : []),
    ...(role === 'admin' ? [...person('rider'), ...person('fleet')] : []),
    ...(mode === undefined ? [] : [{ off: ['mode'], text: t(`pay_${mode as (typeof paymentModes)[number]}`) }]),
    ...(payment === undefined
      ? []
      : [{ off: ['payment'], text: t(`list_payment_${payment as (typeof paymentStates)[number]}`) }]),
  ]
  return (
    <FilterButton chosen={chips} onRemove={(off) => set(Object.fromEntries(off.map((name) => [name, undefined])))}>
      <Days filters={filters} set={set} />
      {office && (
        <PersonFilter
          kind="driver"
          label={t('list_driver')}
          value={filters['driver']}
          onChange={(driver) => set({ driver })}
        />
      )}
      {role === 'admin' && (
        <>
          <PersonFilter
            kind="rider"
            label={t('list_rider')}
            value={filters['rider']}
            onChange={(rider) => set({ rider })}
          />
          <PersonFilter
            kind="fleet"
            label={t('list_fleet')}
            value={filters['fleet']}
            onChange={(fleet) => set({ fleet })}
          />
        </>
      )}
      <NativeSelect
        label={t('col_mode')}
        value={mode ?? ''}
        onChange={(event) => set({ mode: event.currentTarget.value })}
        data={[
          { value: '', label: t('list_any') },
          ...paymentModes.map((value) => ({ value, label: t(`pay_${value}`) })),
        ]}
      />
      <NativeSelect
        label={t('list_payment')}
        value={payment ?? ''}
        onChange={(event) => set({ payment: event.currentTarget.value })}
        data={[
          { value: '', label: t('list_any') },
          ...paymentStates.map((value) => ({ value, label: t(`list_payment_${value}`) })),
        ]}
      />
    </FilterButton>
  )
}

interface DaysProps {
  readonly filters: Readonly<Record<string, string>>
  readonly set: (part: Readonly<Record<string, string | undefined>>) => void
}

/** A period around today, or the first and the last day; days are those of the operator's zone. */
const Days = ({ filters, set }: DaysProps) => {
  const { t } = useTranslation()
  const id = useId()
  const { from, to } = filters
  const turned = from !== undefined && to !== undefined && to < from
  const day = (name: 'from' | 'to') => (
    <DateInput
      id={`${id}-${name}`}
      label={t(`list_${name}`)}
      value={filters[name] ?? ''}
      min={name === 'to' ? filters['from'] : undefined}
      max={name === 'from' ? filters['to'] : undefined}
      error={name === 'to' && turned ? t('list_days_turned') : null}
      onDate={(date) => set({ [name]: date, period: undefined })}
    />
  )
  return (
    <>
      <NativeSelect
        label={t('list_days')}
        value={filters['period'] ?? ''}
        onChange={(event) => set({ period: event.currentTarget.value, from: undefined, to: undefined })}
        data={[
          { value: '', label: t('list_any_day') },
          ...periods.map((value) => ({ value, label: t(`list_period_${value}`) })),
        ]}
      />
      <div className={classes.days}>
        {day('from')}
        {day('to')}
      </div>
    </>
  )
}
