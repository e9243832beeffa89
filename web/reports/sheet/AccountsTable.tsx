import type { Account } from '@remis/domain/wallet/ledger-entry'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { SheetTable, type SheetColumn } from './SheetTable.tsx'

interface AccountRow {
  readonly account: Account
  readonly opening: number
  readonly credit: number
  readonly debit: number
  readonly closing: number
}

interface Props {
  readonly caption: string
  readonly rows: readonly AccountRow[]
  /** of an account; its name without one */
  readonly name?: (account: Account) => ReactNode
}

const amounts = ['opening', 'credit', 'debit', 'closing'] as const

/** The accounts with their balances and what moved; the last row is the sum, which is zero [invariants-M2]. */
export const AccountsTable = ({ caption, rows, name }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  // major units have at most four decimals: the sum is exact again when it is rounded
  const sum = (id: (typeof amounts)[number]) =>
    Math.round(rows.reduce((total, row) => total + row[id], 0) * 10_000) / 10_000
  return (
    <SheetTable
      caption={caption}
      rows={rows}
      rowId={({ account }) => account}
      columns={[
        {
          id: 'account',
          header: t('ledger_account'),
          cell: ({ account }) => name?.(account) ?? t(`account_${account}`),
          foot: t('ledger_sum'),
        },
        ...amounts.map((id): SheetColumn<AccountRow> => ({
          id,
          header: t(`ledger_${id}`),
          amount: true,
          cell: (row) => format.money(row[id]),
          foot: format.money(sum(id)),
        })),
      ]}
    />
  )
}
