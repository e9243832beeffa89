import { Button, Skeleton, Text } from '@mantine/core'
import type { EarningPeriod, Earnings as View } from '@remis/domain/dispatch/earnings-api'
import { earningPeriods, earningsCalls } from '@remis/domain/dispatch/dispatch-routes'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bookingKeys } from '../../booking-parts/booking-cache.ts'
import { call } from '../../platform/api/call.ts'
import { serverNow } from '../../platform/api/server-clock.ts'
import { useFormat } from '../../platform/use-format.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { FilterPills } from '../../ui/table/FilterPills.tsx'
import { EarningBars } from './EarningBars.tsx'
import classes from './earnings.module.css'

/** ms */
const [least, most] = [60_000, 3_600_000]

/**
 * Time until earnings are reloaded, ms: the end of their day, week or month, but at most an hour, since a browser timer
 * cannot cover a month [design/web-178].
 */
export const untilNextPeriod = (shown: Pick<View, 'until'> | undefined, now: number): number | false =>
  shown === undefined ? false : Math.min(most, Math.max(least, shown.until - now))

/** Earnings of today, this week or this month: sums, a bar per hour or day, and the split of each trip. */
export const Earnings = () => {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<EarningPeriod>('today')
  const { data, isError, isFetchNextPageError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey: [...bookingKeys.earnings, period],
      staleTime: 0,
      refetchInterval: ({ state }) => untilNextPeriod(state.data?.pages[0], serverNow()),
      placeholderData: keepPreviousData,
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last: View) => last.next ?? undefined,
      queryFn: ({ pageParam }) =>
        call(earningsCalls.mine, {
          query: { period, limit: 20, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        }),
    })
  const shown = data?.pages[0]
  return (
    <section className={classes.earnings} aria-labelledby="earnings">
      <h2 id="earnings">{t('earn_title')}</h2>
      <FilterPills
        label={t('earn_period')}
        choices={earningPeriods.map((one) => ({ id: one, label: t(`earn_${one}`) }))}
        chosen={period}
        onChoose={(one) => setPeriod(one as EarningPeriod)}
      />
      {shown === undefined && isError && <ReadFailure text={t('earn_failed')} onRetry={() => void refetch()} />}
      {shown === undefined && !isError && <Skeleton height={106} aria-busy="true" />}
      {shown !== undefined && (
        <>
          <Sums view={shown} />
          {shown.trips.length === 0 ? (
            <Text c="dimmed">{`${t('no_data_available')} ${t('earn_none')}`}</Text>
          ) : (
            <EarningBars view={shown} />
          )}
          <ul className={classes.trips}>
            {data?.pages
              .flatMap((page) => page.trips)
              .map((trip, line) => (
                <Trip key={`${trip.bookingId}-${trip.at}-${line}`} trip={trip} />
              ))}
          </ul>
          {isFetchNextPageError && <Text role="alert">{t('earn_failed')}</Text>}
          {hasNextPage && (
            <Button variant="default" size="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('wallet_more')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** The discount of a promo and what was written off: without it the other amounts would not add up. */
const CompanyPaid = ({ of }: { of: Pick<View['totals'], 'riderPaid' | 'fees' | 'earned'> }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const amount = Number((of.earned + of.fees - of.riderPaid).toFixed(3))
  if (amount === 0) return null
  return (
    <div>
      <dt>{t('earn_company_paid')}</dt>
      <dd>{format.money(amount)}</dd>
    </div>
  )
}

const Sums = ({ view: { totals } }: { view: View }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={classes.sums}>
      <span>
        <strong>{format.money(totals.earned)}</strong>
        {t('earn_trips', { count: totals.trips })}
      </span>
      <dl>
        <div>
          <dt>{t('earn_rider_paid')}</dt>
          <dd>{format.money(totals.riderPaid)}</dd>
        </div>
        <div>
          <dt>{t('earn_fees')}</dt>
          <dd>{format.money(totals.fees)}</dd>
        </div>
        <CompanyPaid of={totals} />
      </dl>
    </div>
  )
}

const Trip = ({ trip }: { trip: View['trips'][number] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <details>
        <summary>
          <span>
            {trip.kind === 'trip' ? <bdi>{trip.drop}</bdi> : t(`earn_${trip.kind}`)}
            {trip.kind === 'correction' && (
              <small>
                <bdi>{trip.drop}</bdi>
              </small>
            )}
            <small>{format.date(trip.at, 'date-time')}</small>
          </span>
          <b>{format.money(trip.earned)}</b>
        </summary>
        <dl>
          <div>
            <dt>
              {t('earn_rider_paid')} ({t(`pay_${trip.payment_mode}`)})
            </dt>
            <dd>{format.money(trip.riderPaid)}</dd>
          </div>
          <div>
            <dt>{t('earn_fees')}</dt>
            <dd>{format.money(trip.fees)}</dd>
          </div>
          <CompanyPaid of={trip} />
          <div>
            <dt>{t('earn_you_got')}</dt>
            <dd>{format.money(trip.earned)}</dd>
          </div>
        </dl>
      </details>
    </li>
  )
}
