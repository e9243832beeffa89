import { Skeleton, UnstyledButton } from '@mantine/core'
import type { Account } from '@remis/domain/wallet/ledger-entry'
import { ledgerCalls } from '@remis/domain/wallet/wallet-routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { AccountsTable } from '../reports/sheet/AccountsTable.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import { DateInput } from '../ui/form/DateInput.tsx'
import classes from '../reports/sheet/sheet.module.css'

interface Props {
  /** opens the postings of an account up to a day */
  readonly onChoose: (account: Account, day: string) => void
}

/** The trial balance of a day: all accounts, and that they sum to zero [design/money-62]. */
export const TrialBalance = ({ onChoose }: Props) => {
  const { t } = useTranslation()
  const [day, setDay] = useState<string | undefined>()
  const { data, isError, refetch } = useQuery({
    queryKey: ['ledger', 'balances', day],
    placeholderData: keepPreviousData,
    queryFn: () => call(ledgerCalls.balances, { query: day === undefined ? {} : { day } }),
  })
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <DateInput
          size="md"
          label={t('ledger_day')}
          value={day ?? data?.day ?? ''}
          onDate={(date) => date.startsWith('20') && setDay(date)}
        />
      </div>
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('ledger_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={480} aria-busy="true" />
        )
      ) : (
        <div className={classes.sheet}>
          <AccountsTable
            caption={t('ledger_balances')}
            rows={data.rows}
            name={(account) => (
              <UnstyledButton className={classes.link ?? ''} onClick={() => onChoose(account, data.day)}>
                {t(`account_${account}`)}
              </UnstyledButton>
            )}
          />
          <p className={data.sum === 0 ? classes.good : classes.bad}>
            {t(data.sum === 0 ? 'ledger_sum_zero' : 'ledger_sum_wrong')} {t('ledger_signs')}
          </p>
        </div>
      )}
    </div>
  )
}
