import { Skeleton, Text } from '@mantine/core'
import { walletCalls } from '@remis/domain/wallet/wallet-routes'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { walletKeys } from './wallet-queries.ts'
import { useSession } from '../platform/api/session.ts'
import { useFormat } from '../platform/use-format.ts'
import { historyLines, type HistoryLine } from './history-lines.ts'
import { historyText } from '../booking-parts/history-text.ts'
import classes from './wallet.module.css'
import { MoreButton } from '../ui/MoreButton.tsx'
import { ReadFailure } from '../ui/ReadFailure.tsx'

const pageSize = 20

/** Wallet history [wallet-1], newest first, one line per ride. */
export const WalletHistory = () => {
  const { t } = useTranslation()
  const { user } = useSession()
  const history = useInfiniteQuery({
    queryKey: walletKeys.history,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
    queryFn: ({ pageParam }) =>
      call(walletCalls.history, {
        query: { limit: pageSize, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
  })
  const { data, isError, refetch } = history
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section className={classes.part} aria-labelledby="history">
      <h2 id="history">{t('wallet_history')}</h2>
      {rows === undefined && isError && <ReadFailure text={t('wallet_failed')} onRetry={() => void refetch()} />}
      {rows === undefined && !isError && <Skeleton height={200} aria-busy="true" />}
      {rows?.length === 0 && <Text c="dimmed">{t('wallet_history_none')}</Text>}
      {rows !== undefined && rows.length > 0 && (
        <ul className={classes.rows}>
          {historyLines(rows, user?.usertype ?? 'rider').map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </ul>
      )}
      <MoreButton list={history} failure={t('wallet_failed')} />
    </section>
  )
}

const Row = ({ line }: { line: HistoryLine }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const comes = line.amount > 0
  const Icon = comes ? IconArrowDownLeft : IconArrowUpRight
  return (
    <li data-type={line.type}>
      <span className={classes.icon} title={t(`wallet_type_${line.type}`)}>
        <Icon size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.what}>
        {t(line.text)}
        <small>{format.date(line.date, 'date-time')}</small>
      </span>
      <b>
        <Amount amount={line.amount} />
      </b>
      <small className={classes.ref}>
        {line.bookingId !== null && (
          <Link to={paths.trip(line.bookingId)}>{t('wallet_booking', { id: line.bookingId })}</Link>
        )}
        {line.parts.length > 1 && (
          <details>
            <summary>{t('wallet_details')}</summary>
            <ul>
              {line.parts.map((part) => (
                <li key={part.id}>
                  {t(historyText(part, user?.usertype ?? 'rider'))}
                  <Amount amount={part.type === 'Credit' ? part.amount : -part.amount} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </small>
    </li>
  )
}

/** Money that came has a plus. */
const Amount = ({ amount }: { amount: number }) => {
  const format = useFormat()
  return <bdi>{amount > 0 ? `+${format.money(amount)}` : format.money(amount)}</bdi>
}
