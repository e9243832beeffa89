import { Skeleton, Text } from '@mantine/core'
import { promosCalls } from '@remis/domain/promos/promos-routes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import { MoreButton } from '../ui/MoreButton.tsx'
import classes from './promos.module.css'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** The riders that used a promo, with the bookings, newest first [promos-10]. */
export const Redemptions = ({ promo, uses }: { readonly promo: string; readonly uses: number }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const redeemed = useInfiniteQuery({
    queryKey: ['promos', promo, 'redemptions', uses],
    queryFn: ({ pageParam }) =>
      call(promosCalls.redemptions, {
        params: { id: promo },
        query: pageParam === undefined ? {} : { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const { data, error, refetch } = redeemed
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <section className={classes.uses} aria-labelledby="promo-uses">
      <h3 id="promo-uses">{t('promo_uses')}</h3>
      {rows === undefined && error === null && <Skeleton height={48} aria-busy="true" />}
      {rows === undefined && error !== null && <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />}
      {rows?.length === 0 && <Text c="dimmed">{t('promo_uses_none')}</Text>}
      {rows !== undefined && rows.length > 0 && (
        <ul>
          {rows.map(({ bookingId, rider, riderName, at }) => (
            <li key={bookingId}>
              <Link to={paths.person(rider)}>
                <bdi>{riderName}</bdi>
              </Link>
              <Link to={paths.booking(bookingId)}>
                <bdi dir="ltr">{bookingId}</bdi>
              </Link>
              <time dateTime={new Date(at).toISOString()}>{format.date(at, 'date-time')}</time>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={redeemed} failure={error === null ? '' : t(keyOf(error))} variant="subtle" />
    </section>
  )
}
