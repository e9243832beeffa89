import { Text } from '@mantine/core'
import type { DebtView } from '@remis/domain/wallet/debts-api'
import { debtReasons } from '@remis/domain/wallet/ledger-entry'
import { debtsCalls, debtSorts } from '@remis/domain/wallet/wallet-routes'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useDemo, useDemoActions } from '../platform/list/demo.tsx'
import { useList } from '../platform/list/use-list.ts'
import { useFormat } from '../platform/use-format.ts'
import { ListPage } from '../ui/table/ListPage.tsx'
import { DebtDialog } from './DebtDialog.tsx'
import { PaidDebtDialog } from './PaidDebtDialog.tsx'
import { TakenDebtDialog } from './TakenDebtDialog.tsx'

const debtList = {
  key: ['debts'],
  endpoint: debtsCalls.list,
  sorts: debtSorts,
  usual: { sort: 'at', desc: true },
  filters: { reason: debtReasons },
} as const

const columnsOf = (t: TFunction): DeclaredColumn<DebtView>[] => {
  const reason = (row: DebtView) => t(`debt_${row.reason}`)
  return [
    { id: 'riderName', header: t('debts_rider'), kind: 'text', group: (row) => row.riderName },
    { id: 'rest', header: t('debts_rest'), kind: 'money', sum: true },
    { id: 'reason', header: t('debts_reason'), cell: reason, group: reason },
    { id: 'at', header: t('debts_since'), kind: 'time' },
    { id: 'driverName', header: t('debts_driver'), kind: 'text' },
    {
      id: 'bookingId',
      header: t('debts_booking'),
      cell: ({ bookingId }) =>
        bookingId !== null && (
          <Link to={paths.bookingPage(bookingId)}>
            <bdi dir="ltr">{bookingId}</bdi>
          </Link>
        ),
    },
    { id: 'amount', header: t('debts_amount'), kind: 'money', quiet: true, sum: true },
  ]
}

/** `/debts`: what riders owe, for the office; paid in cash there or to a driver, or written off [design/money-48]. */
export const DebtsPage = () => {
  const { t } = useTranslation()
  const list = useList(debtList)
  const [paying, setPaying] = useState<DebtView | null>(null)
  const [taken, setTaken] = useState<DebtView | null>(null)
  const [givingUp, setGivingUp] = useState<DebtView | null>(null)
  const switched = useDemoActions()
  const demo = useDemo()
  const navigate = useNavigate()
  const format = useFormat()
  const reasons = debtReasons.map((id) => ({ id, label: t(`debt_${id}`) }))
  return (
    <>
      <ListPage
        name="debts"
        title={t('debts')}
        searchLabel={t('debts_search')}
        list={list}
        columns={useDeclaredColumns(list, columnsOf(t))}
        rowId={({ id }) => id}
        rowLabel={({ riderName, rest }) => `${riderName}, ${format.money(rest)}`}
        onOpen={(row) => (demo ? void navigate({ to: paths.person(row.rider) }) : setPaying(row))}
        filters={[{ name: 'reason', label: t('debts_reason'), all: t('debts_all'), choices: reasons }]}
        rowActions={() =>
          switched([
            {
              id: 'paid',
              label: t('debt_paid'),
              name: (row: DebtView) => `${t('debt_paid')} ${row.riderName}`,
              run: setPaying,
            },
            {
              id: 'taken',
              label: t('debt_taken'),
              name: (row: DebtView) => `${t('debt_taken')} ${row.riderName}`,
              run: setTaken,
            },
            {
              id: 'write-off',
              label: t('write_off'),
              name: (row: DebtView) => `${t('write_off')} ${row.riderName}`,
              danger: true,
              run: setGivingUp,
            },
          ])
        }
        empty={
          <>
            <Text fw={600}>{t('debts_none')}</Text>
            <Text>{t('debts_lead')}</Text>
          </>
        }
      />
      {paying !== null && <PaidDebtDialog debt={paying} onClose={() => setPaying(null)} />}
      {taken !== null && <TakenDebtDialog debt={taken} onClose={() => setTaken(null)} />}
      {givingUp !== null && <DebtDialog debt={givingUp} onClose={() => setGivingUp(null)} />}
    </>
  )
}
