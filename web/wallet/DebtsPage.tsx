import '../ui/mantine-parts.ts'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import type { DebtView } from '@remis/domain/wallet/debts-api'
import { debtsCalls } from '@remis/domain/wallet/wallet-routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
import { DebtDialog } from './DebtDialog.tsx'
import classes from './wallet.module.css'

/** `/debts`: what riders owe, for the office, with a write-off [design/money-48]. */
export const DebtsPage = () => {
  const { t } = useTranslation()
  const [writing, setWriting] = useState<DebtView | null>(null)
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['debts'],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { next: string | null }) => last.next ?? undefined,
    queryFn: ({ pageParam }) =>
      call(debtsCalls.list, { query: { limit: 50, ...(pageParam === undefined ? {} : { cursor: pageParam }) } }),
  })
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('debts')}
      </Title>
      <Text c="dimmed">{t('debts_lead')}</Text>
      {isError && <Text role="alert">{t('debts_failed')}</Text>}
      {rows === undefined && !isError && <Skeleton height={200} aria-busy="true" />}
      {rows?.length === 0 && <Text fw={600}>{t('debts_none')}</Text>}
      {rows !== undefined && rows.length > 0 && (
        <section className={classes.part}>
          <ul className={classes.rows}>
            {rows.map((debt) => (
              <Row key={debt.id} debt={debt} onWriteOff={() => setWriting(debt)} />
            ))}
          </ul>
        </section>
      )}
      {hasNextPage && (
        <Button variant="default" size="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('wallet_more')}
        </Button>
      )}
      {writing !== null && <DebtDialog debt={writing} onClose={() => setWriting(null)} />}
    </div>
  )
}

const Row = ({ debt, onWriteOff }: { debt: DebtView; onWriteOff: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <span className={classes.what}>
        <bdi>{debt.riderName}</bdi>
        <small>
          {t(`debt_${debt.reason}`)} · {format.date(debt.at, 'date-time')}
        </small>
        {debt.driverName !== null && <small>{t('debts_waits', { driver: debt.driverName })}</small>}
      </span>
      <b>
        <bdi>{format.money(debt.rest)}</bdi>
      </b>
      <small className={classes.actions}>
        {debt.bookingId === null ? (
          <span />
        ) : (
          <Link to={paths.trip(debt.bookingId)}>{t('wallet_booking', { id: debt.bookingId })}</Link>
        )}
        <Button size="compact-md" variant="light" color="red" onClick={onWriteOff}>
          {t('write_off')}
        </Button>
      </small>
    </li>
  )
}
