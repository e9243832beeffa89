import { Button, Skeleton, Text } from '@mantine/core'
import type { Role } from '@remis/domain/kit/endpoint'
import type { WalletHistoryRow } from '@remis/domain/wallet/wallet-api'
import { walletCalls } from '@remis/domain/wallet/wallet-routes'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { walletKeys } from '../booking-parts/money-queries.ts'
import { useSession } from '../platform/api/session.ts'
import { useFormat } from '../platform/use-format.ts'
import { historyText } from './history-text.ts'
import classes from './wallet.module.css'

const pageSize = 20

/** Wallet history [wallet-1], newest first. */
export const WalletHistory = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: walletKeys.history,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
    queryFn: ({ pageParam }) =>
      call(walletCalls.history, {
        query: { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
  })
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section className={classes.part} aria-labelledby="history">
      <h2 id="history">{t('wallet_history')}</h2>
      {isError && <Text role="alert">{t('wallet_failed')}</Text>}
      {rows === undefined && !isError && <Skeleton height={200} aria-busy="true" />}
      {rows?.length === 0 && <Text c="dimmed">{t('wallet_history_none')}</Text>}
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.id} row={row} role={user?.usertype ?? 'rider'} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" size="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('wallet_more')}
        </Button>
      )}
    </section>
  )
}

const Row = ({ row, role }: { row: WalletHistoryRow; role: Role }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const comes = row.type === 'Credit'
  const Icon = comes ? IconArrowDownLeft : IconArrowUpRight
  return (
    <li data-type={row.type}>
      <span className={classes.icon} title={t(`wallet_type_${row.type}`)}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.what}>
        {t(historyText(row, role))}
        <small>{format.date(row.date, 'date-time')}</small>
      </span>
      <b>{format.money(comes ? row.amount : -row.amount)}</b>
      <small className={classes.ref}>
        {row.bookingId === null ? (
          <bdi>{row.txRef}</bdi>
        ) : (
          <Link to={paths.trip(row.bookingId)}>{t('wallet_booking', { id: row.bookingId })}</Link>
        )}
      </small>
    </li>
  )
}
