import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { withdrawalsCalls } from '@remis/domain/wallet/wallet-routes'
import { IconArrowBackUp, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { walletKeys } from './wallet-queries.ts'
import { readAgain, useLive } from '../platform/live/live.ts'
import { useFormat } from '../platform/use-format.ts'
import { StateChip } from '../ui/parts/StateChip.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'
import classes from './wallet.module.css'

const looks = {
  open: { tone: 'wait', icon: IconHourglass },
  processed: { tone: 'good', icon: IconCircleCheck },
  rejected: { tone: 'quiet', icon: IconArrowBackUp },
} as const

/** The person's last withdrawal requests with their state; renders nothing without any. */
export const Withdrawals = ({ wallet }: { wallet: WalletView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  // paying one out does not change the wallet
  useLive('notice', ({ message }) => {
    if (message === 'notice_withdrawal_paid') void readAgain(walletKeys.withdrawals)
  })
  const { data, isError, refetch } = useQuery({
    queryKey: walletKeys.withdrawals,
    enabled: wallet.may.withdraw,
    queryFn: async () => (await call(withdrawalsCalls.list, { query: { limit: 5 } })).rows,
  })
  const unread = data === undefined && isError
  if (!unread && (data === undefined || data.length === 0)) return null
  return (
    <section className={classes.part} aria-labelledby="withdrawals">
      <h2 id="withdrawals">{t('wallet_withdrawals')}</h2>
      {unread && <ReadFailure text={t('wallet_failed')} onRetry={() => void refetch()} />}
      <ul className={classes.rows}>
        {(data ?? []).map((row) => (
          <li key={row.id}>
            <span className={classes.what}>
              <StateChip {...looks[row.state]} label={t(`withdrawal_${row.state}`)} />
              <small>
                {format.date(row.date, 'date-time')}
                {row.reason !== null && ` · ${row.reason}`}
              </small>
            </span>
            <b>{format.money(row.amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
