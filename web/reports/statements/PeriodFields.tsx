import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../ui/form/DateInput.tsx'
import { periods } from './period.ts'
import type { usePeriod } from './use-period.ts'

const names = {
  today: 'statement_today',
  week: 'statement_week',
  month: 'report_this_month',
  last_month: 'report_last_month',
  free: 'statement_free',
} as const

/** The period of a statement: a usual one, or two days. */
export const PeriodFields = ({ period, days, today, setPeriod, setDays }: ReturnType<typeof usePeriod>) => {
  const { t } = useTranslation()
  const day = (name: 'from' | 'until', label: string) => (
    <DateInput
      size="md"
      label={label}
      max={today}
      value={days[name]}
      onDate={(date) => date !== '' && setDays({ [name]: date })}
    />
  )
  return (
    <>
      <NativeSelect
        size="md"
        label={t('report_period')}
        value={period}
        data={periods.map((value) => ({ value, label: t(names[value]) }))}
        onChange={(event) => setPeriod(periods.find((one) => one === event.currentTarget.value) ?? 'month')}
      />
      {period === 'free' && (
        <>
          {day('from', t('ledger_from'))}
          {day('until', t('ledger_until'))}
        </>
      )}
    </>
  )
}
