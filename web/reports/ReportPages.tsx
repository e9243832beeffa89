import { Text } from '@mantine/core'
import { monthName } from '@remis/domain/kit/calendar-day'
import type { EarningReport, ListedDriverEarning } from '@remis/domain/reports/reports-api'
import {
  driverEarningSorts,
  earningReportSorts,
  reportPeriods,
  reportsCalls,
} from '@remis/domain/reports/reports-routes'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useExportRule } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { useFormat } from '../platform/use-format.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import type { TableColumn } from '../ui/table/list-state.ts'
import { daysOfMonth } from './statements/period.ts'

const driverList = {
  key: ['reports', 'driver-earnings'],
  endpoint: reportsCalls.driverEarnings,
  file: reportsCalls.exportDriverEarnings,
  sorts: driverEarningSorts,
  usual: { sort: 'month', desc: true },
  filters: { period: reportPeriods },
} as const

const monthList = {
  key: ['reports', 'earnings'],
  endpoint: reportsCalls.earnings,
  file: reportsCalls.exportEarnings,
  sorts: earningReportSorts,
  usual: { sort: 'month', desc: true },
  filters: { period: reportPeriods },
} as const

interface Month {
  readonly year: number
  readonly month: number
}

/** What both reports share: names of months, the filter, the empty table [reports-10]. */
const useReport = () => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const nameOf = (month: Month) => monthName(month, locale, 'month-year')
  const yearOf = ({ year }: Month) => String(year)
  return {
    t,
    nameOf,
    year: { id: 'year', header: t('report_year'), cell: yearOf, group: yearOf },
    month: {
      id: 'monthsName',
      header: t('report_month'),
      cell: (month: Month) => monthName(month, locale),
      group: nameOf,
    },
    filters: [
      {
        name: 'period',
        label: t('report_period'),
        all: t('report_all'),
        choices: reportPeriods.map((id) => ({ id, label: t(`report_${id}`) })),
      },
    ],
    empty: (
      <>
        <Text fw={600}>{t('no_data_available')}</Text>
        <Text>{t('report_none_hint')}</Text>
      </>
    ),
  }
}

/** The columns of a row's card on a phone: one names the row, and the month includes its year. */
const cardColumns = <Row extends Month>(
  columns: readonly TableColumn<Row>[],
  title: string,
  monthName: (row: Row) => string,
): readonly TableColumn<Row>[] => {
  const shown = columns
    .filter(({ id }) => id !== 'year')
    .map((column) => (column.id === 'monthsName' ? { ...column, cell: monthName } : column))
  return shown.toSorted((a, b) => Number(b.id === title) - Number(a.id === title))
}

/** `/driverearning`: what drivers earned, by month [reports-5]; a fleet admin: for their fleet. */
export const DriverEarningPage = () => {
  const { t, nameOf, year, month, filters, empty } = useReport()
  const list = useExportRule(useList(driverList))
  const columns: DeclaredColumn<ListedDriverEarning>[] = [
    { ...year, sortable: false },
    {
      ...month,
      sortable: false,
      totals: ({ ofMonth: { rows, ...sums } }) => ({ rows, sums }),
    },
    { id: 'driverName', header: t('report_driver'), kind: 'text', group: (row) => row.driverName },
    { id: 'total_rides', header: t('report_rides'), kind: 'number', sum: true },
    {
      id: 'driverVehicleNo',
      header: t('report_vehicle'),
      cell: ({ driverVehicleNo }) => <bdi dir="ltr">{driverVehicleNo}</bdi>,
    },
    { id: 'driverShare', header: t('report_driver_share'), kind: 'money', sum: true },
  ]
  const shown = useDeclaredColumns(list, columns)
  return (
    <>
      <ListPage
        name="driver-earnings"
        title={t('title_driverearning')}
        searchLabel={t('report_search')}
        list={list}
        columns={shown}
        groupedBy="monthsName"
        rowId={({ id }) => id}
        rowLabel={(row) => `${row.driverName}, ${nameOf(row)}`}
        onOpen={({ driverName }) => list.change({ q: driverName })}
        cardColumns={cardColumns(shown, 'driverName', nameOf)}
        filters={filters}
        empty={empty}
      />
    </>
  )
}

/**
 * `/earningreports`: rides, fees, discounts and profit by month [reports-7]. A row opens the month's fees in the
 * ledger.
 */
export const EarningReportsPage = () => {
  const { t, nameOf, year, month, filters, empty } = useReport()
  const list = useExportRule(useList(monthList))
  const navigate = useNavigate()
  const columns: DeclaredColumn<EarningReport>[] = [
    year,
    month,
    { id: 'total_rides', header: t('report_rides'), kind: 'number', sum: true },
    { id: 'tripCost', header: t('report_trip_cost'), kind: 'money', sum: true },
    { id: 'rideCost', header: t('report_ride_cost'), kind: 'money', sum: true },
    { id: 'convenienceFee', header: t('report_fee'), kind: 'money', sum: true },
    { id: 'discountAmount', header: t('report_discount'), kind: 'money', sum: true },
    { id: 'profit', header: t('report_profit'), kind: 'money', sum: true },
  ]
  const shown = useDeclaredColumns(list, columns)
  return (
    <>
      <ListPage
        name="earning-reports"
        title={t('title_earningreports')}
        list={list}
        columns={shown}
        groupedBy="year"
        rowId={({ id }) => id}
        rowLabel={nameOf}
        onOpen={({ year, month }) => void navigate({ to: paths.ledgerOfFees(daysOfMonth(year, month)) })}
        cardColumns={cardColumns(shown, 'monthsName', nameOf)}
        filters={filters}
        empty={empty}
      />
    </>
  )
}
