import { Skeleton, Text } from '@mantine/core'
import type { OwnRating } from '@remis/domain/accounts/profile-api'
import { profileCalls } from '@remis/domain/accounts/profile-routes'
import type { Reply } from '@remis/domain/kit/endpoint'
import { IconStarFilled } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useFormat } from '../platform/use-format.ts'
import { MoreButton } from '../ui/MoreButton.tsx'
import cards from '../ui/parts/CardPage.module.css'
import classes from './profile.module.css'
import { tagText } from '../platform/tag-text.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'

const perPage = 10

/** A driver's average, how many of each rate, and stars and tags of each rating [design/accounts-123]. */
export const RatingsPart = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const ratings = useInfiniteQuery({
    queryKey: ['profile', 'ratings'],
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Reply<typeof profileCalls.ratings>) => next ?? undefined,
    queryFn: ({ pageParam: cursor }) =>
      call(profileCalls.ratings, { query: { limit: perPage, ...(cursor === undefined ? {} : { cursor }) } }),
  })
  const { data, isError, refetch } = ratings
  const first = data?.pages[0]
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const total = first?.stars.reduce((sum, count) => sum + count, 0) ?? 0
  return (
    <section className={cards.part} aria-labelledby="profile-ratings">
      <div>
        <h2 id="profile-ratings">{t('profile_ratings')}</h2>
        <Text c="dimmed">{t('profile_ratings_lead')}</Text>
      </div>
      {first === undefined ? (
        isError ? (
          <ReadFailure text={t('profile_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={120} aria-busy="true" />
        )
      ) : total === 0 ? (
        <Text c="dimmed">{t('person_ratings_none')}</Text>
      ) : (
        <>
          <div className={classes.summary}>
            <p>
              <b>{format.number(first.average ?? 0)}</b>
              <small>{t('person_ratings_count', { count: total })}</small>
            </p>
            <dl>
              {[5, 4, 3, 2, 1].map((rate) => (
                <div key={rate}>
                  <dt>{t('trip_rate_star', { count: rate })}</dt>
                  <dd>
                    <span
                      className={classes.bar}
                      style={{ inlineSize: `${(100 * (first.stars[rate - 1] ?? 0)) / Math.max(...first.stars)}%` }}
                    />
                    {format.number(first.stars[rate - 1] ?? 0)}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <ul className={cards.rows}>
            {rows.map((row) => (
              <Rating key={row.bookingId} row={row} />
            ))}
          </ul>
          <MoreButton list={ratings} failure={t('profile_failed')} className={classes.action} />
        </>
      )}
    </section>
  )
}

const Rating = ({ row }: { row: OwnRating }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <li>
      <span className={classes.stars}>
        <IconStarFilled size={16} aria-hidden />
        {t('trip_rate_star', { count: row.rate })}
        {row.tags.length > 0 && <span className={classes.tags}> · {row.tags.map(tagText).join(' · ')}</span>}
      </span>
      <small>{format.date(row.at, 'date')}</small>
    </li>
  )
}
