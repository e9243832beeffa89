import type { PersonView } from '@remis/domain/people/people-api'
import { personPartsCalls } from '@remis/domain/people/people-routes'
import { IconStarFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useFormat } from '../../platform/use-format.ts'
import classes from '../people.module.css'
import { Pages } from './Pages.tsx'
import { usePages } from './use-pages.ts'
import { tagText } from '../../platform/tag-text.ts'

/** How many of each rate, and each rating with its words; a fleet admin sees no words. */
export const Ratings = ({ person }: { person: PersonView }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const params = { id: person.id }
  const { first, rows, failed, retry, list } = usePages(person.id, 'ratings', personPartsCalls.ratings, (query) => ({
    params,
    query,
  }))
  const stars = first?.stars ?? []
  const most = Math.max(1, ...stars)
  const total = stars.reduce((sum, count) => sum + count, 0)
  return (
    <div className={classes.sections}>
      {total > 0 && (
        <div className={classes.distribution}>
          <p>
            <b>{format.number(first?.average ?? 0)}</b>
            <small>{t('person_ratings_count', { count: total })}</small>
          </p>
          <dl>
            {[5, 4, 3, 2, 1].map((rate) => {
              const count = stars[rate - 1] ?? 0
              return (
                <div key={rate}>
                  <dt>{t('person_ratings_stars', { count: rate })}</dt>
                  <dd>
                    <span className={classes.barOf} style={{ inlineSize: `${(count / most) * 100}%` }} />
                    <span>{format.number(count)}</span>
                  </dd>
                </div>
              )
            })}
          </dl>
        </div>
      )}
      <Pages
        rows={rows}
        failed={failed}
        onRetry={retry}
        list={list}
        none={t('person_ratings_none')}
        keyOf={({ bookingId }) => bookingId}
      >
        {(row) => (
          <>
            <span className={classes.two}>
              <span className={classes.rating}>
                <IconStarFilled size={14} aria-hidden />
                {t('person_ratings_stars', { count: row.rate })}
                {row.tags.length > 0 && <> · {row.tags.map(tagText).join(' · ')}</>}
              </span>
              {row.feedback && <q dir="auto">{row.feedback}</q>}
              <small>
                {row.from !== undefined && row.from !== null && (
                  <>
                    <bdi>{row.from}</bdi> ·{' '}
                  </>
                )}
                {format.date(row.at, 'date-time')}
              </small>
            </span>
            <Link to={paths.booking(row.bookingId)} className={classes.end ?? ''}>
              <bdi dir="ltr">{row.bookingId}</bdi>
            </Link>
          </>
        )}
      </Pages>
    </div>
  )
}
