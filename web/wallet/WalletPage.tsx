import '../ui/mantine-parts.ts'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { withdrawableOf } from '@remis/domain/wallet/withdrawal-checks'
import { IconArrowUpRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useSession } from '../platform/api/session.ts'
import { useLiveLink } from '../platform/live/live.ts'
import { isBookingInterrupted } from '../booking-parts/booking-draft.ts'
import { walletQuery } from './wallet-queries.ts'
import { useFormat } from '../platform/use-format.ts'
import { Debts } from './Debts.tsx'
import { TopUpDialog } from './TopUpDialog.tsx'
import classes from './wallet.module.css'
import cards from '../ui/parts/CardPage.module.css'
import { WalletHistory } from './WalletHistory.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'
import { Withdrawals } from './Withdrawals.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** `/wallet`: balance, history, top-up by card, withdrawal requests. */
export const WalletPage = () => {
  const { t } = useTranslation()
  useLiveLink()
  const { data: wallet, isError, refetch } = useQuery(walletQuery)
  return (
    <div className={cards.page}>
      <Title order={1} size="h3">
        {t('wallet_title')}
      </Title>
      {wallet === undefined ? (
        isError ? (
          <ReadFailure text={t('wallet_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={160} aria-busy="true" />
        )
      ) : (
        <>
          <Balance wallet={wallet} />
          <Withdrawals wallet={wallet} />
          <WalletHistory />
        </>
      )}
    </div>
  )
}

/** Opened from a booking form with a missing amount: prefills it and offers the way back. */
const useMissing = (): number | null => {
  const { add } = useSearch({ strict: false }) as { add?: unknown }
  return typeof add === 'number' && add >= 0 ? add : null
}

const Balance = ({ wallet }: { wallet: WalletView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const missing = useMissing()
  const free = withdrawableOf(wallet)
  const driver = useSession().user?.usertype === 'driver'
  const [dialog, setDialog] = useState<'add' | 'withdraw' | null>(
    missing !== null && missing > 0 && wallet.may.topUp ? 'add' : null,
  )
  return (
    <section className={classes.balance} data-owed={wallet.balance < 0 || undefined} aria-labelledby="balance">
      <h2 id="balance">{t('wallet_balance')}</h2>
      <strong>{format.money(wallet.balance)}</strong>
      {wallet.balance < 0 && <Text>{t('wallet_owed')}</Text>}
      <Debts of="owed" debts={wallet.owed} />
      <Debts of="pending" debts={wallet.pending} />
      {wallet.held > 0 && <Text size="sm">{t('wallet_held', { amount: format.money(wallet.held) })}</Text>}
      {wallet.withheld > 0 && <Text size="sm">{t('wallet_withheld', { amount: format.money(wallet.withheld) })}</Text>}
      {wallet.may.withdraw && (free === 0 || wallet.withheld > 0) && (
        <Text size="sm" id="withdrawable">
          {free === 0 ? t('wallet_withdraw_none') : t('wallet_withdraw_free', { amount: format.money(free) })}
        </Text>
      )}
      <div className={classes.actions}>
        {wallet.may.topUp && (
          <Button
            size="md"
            leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
            onClick={() => setDialog('add')}
          >
            {t('wallet_add')}
          </Button>
        )}
        {wallet.may.withdraw && (
          <Button
            size="md"
            variant="default"
            disabled={free === 0}
            aria-describedby="withdrawable"
            leftSection={<IconArrowUpRight size={20} stroke={1.75} aria-hidden className={classes.out} />}
            onClick={() => setDialog('withdraw')}
          >
            {t('wallet_withdraw')}
          </Button>
        )}
        {driver && (
          <Button size="md" variant="default" renderRoot={(props) => <Link {...props} to={paths.ownStatement()} />}>
            {t('title_statements')}
          </Button>
        )}
        {(missing !== null || isBookingInterrupted()) && (
          <Button size="md" variant="subtle" renderRoot={(props) => <Link {...props} to={paths.home()} />}>
            {t('wallet_back_to_booking')}
          </Button>
        )}
      </div>
      {!wallet.may.topUp && (
        <Text size="xs" c="dimmed">
          {t('wallet_no_card')}
        </Text>
      )}
      {dialog === 'add' && (
        <TopUpDialog
          wallet={wallet}
          asked={missing ?? (wallet.owed.total > 0 ? wallet.owed.total : null)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'withdraw' && <WithdrawDialog wallet={wallet} onClose={() => setDialog(null)} />}
    </section>
  )
}
