import { NativeSelect, Text } from '@mantine/core'
import type { PersonAccount } from '@remis/domain/wallet/ledger-api'
import { accountSorts, ledgerCalls, personAccounts } from '@remis/domain/wallet/wallet-routes'
import { useTranslation } from 'react-i18next'
import { useDeclaredColumns, type DeclaredColumn } from '../platform/list/declared-columns.tsx'
import { useList } from '../platform/list/use-list.ts'
import classes from '../reports/sheet/sheet.module.css'
import { ListPage } from '../ui/table/ListPage.tsx'

const accountList = {
  key: ['ledger', 'accounts'],
  endpoint: ledgerCalls.accounts,
  sorts: accountSorts,
  usual: { sort: 'balance', desc: true },
  filters: { account: personAccounts },
  always: { tab: 'people' },
} as const

interface Props {
  /** opens the postings of an account */
  readonly onChoose: (account: PersonAccount) => void
}

/** Wallets and debts with their owners and balances. */
export const PersonAccounts = ({ onChoose }: Props) => {
  const { t } = useTranslation()
  const list = useList(accountList)
  const columns: DeclaredColumn<PersonAccount>[] = [
    { id: 'name', header: t('ledger_owner'), kind: 'text' },
    { id: 'account', header: t('ledger_account'), cell: ({ account }) => t(`account_${account}`) },
    { id: 'balance', header: t('ledger_balance'), kind: 'money', sum: true },
  ]
  return (
    <>
      <div className={`${classes.bar} ${classes.filters}`}>
        <NativeSelect
          size="md"
          label={t('ledger_account')}
          value={list.address.filters['account'] ?? 'wallet'}
          data={personAccounts.map((value) => ({ value, label: t(`account_${value}`) }))}
          onChange={(event) => list.change({ filters: { account: event.currentTarget.value } })}
        />
      </div>
      <ListPage
        name="ledger-accounts"
        title={t('ledger_people')}
        titleOrder={2}
        searchLabel={t('ledger_search_people')}
        list={list}
        columns={useDeclaredColumns(list, columns)}
        rowId={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={onChoose}
        empty={<Text>{t('no_data_available')}</Text>}
      />
    </>
  )
}
