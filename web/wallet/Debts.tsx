import { Text } from '@mantine/core'
import type { WalletView } from '@remis/domain/wallet/wallet-api'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './wallet.module.css'

interface Props {
  /** what a rider owes, or what riders owe a driver */
  readonly of: 'owed' | 'pending'
  readonly debts: WalletView['owed']
}

/** Says what is owed and for which booking; renders nothing when nothing is [design/money-34]. */
export const Debts = ({ of, debts }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (debts.total === 0) return null
  const title = of === 'owed' ? t('wallet_owes') : t('wallet_pending')
  return (
    <section className={classes.debts} data-owed={of === 'owed' || undefined} aria-label={title}>
      <Text fw={600}>
        {title} <bdi>{format.money(debts.total)}</bdi>
      </Text>
      <Text size="sm">{t(of === 'owed' ? 'wallet_owes_lead' : 'wallet_pending_lead')}</Text>
      <ul>
        {debts.rows.map((debt) => (
          <li key={debt.id}>
            <span>
              {t(`debt_${debt.reason}`)} · {format.date(debt.at, 'date')}{' '}
              {debt.bookingId !== null && (
                <Link to={paths.trip(debt.bookingId)}>{t('wallet_booking', { id: debt.bookingId })}</Link>
              )}
            </span>
            <bdi>{format.money(debt.rest)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
