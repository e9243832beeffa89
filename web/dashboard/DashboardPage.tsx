import '../ui/mantine-parts.ts'
import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveLink } from '../platform/live/live.ts'
import { useFormat } from '../platform/use-format.ts'
import { CarsMap } from './CarsMap.tsx'
import classes from './dashboard.module.css'
import { chartsQuery, nowQuery } from './dashboard-queries.ts'
import { NeedsYou } from './NeedsYou.tsx'
import { Sparkline } from './Sparkline.tsx'

/** Recharts is as large as the rest of the page. */
const Charts = lazy(async () => ({ default: (await import('./Charts.tsx')).Charts }))

/** `/dashboard`: the map of active drivers, what needs a person now, and how the day goes [reports-1]. */
export const DashboardPage = () => {
  const { t } = useTranslation()
  useLiveLink()
  const format = useFormat()
  const { data, isError, refetch } = useQuery(nowQuery)
  const charts = useQuery(chartsQuery).data
  const courses = {
    today: charts?.hours.map(({ earned }) => earned),
    month: charts?.days.map(({ earned }) => earned),
    bookings: charts?.hours.map(({ bookings }) => bookings),
    waits: charts?.hours.map(({ waitSeconds }) => waitSeconds ?? 0),
  }
  const number = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  return (
    <div className={classes.page}>
      <VisuallyHidden>
        <Title order={1}>{t('title_dashboard')}</Title>
      </VisuallyHidden>
      <div className={classes.top}>
        <CarsMap />
        {data === undefined && isError ? (
          <section className={classes.needs} role="alert">
            <Text>{t('dashboard_failed')}</Text>
            <Button size="md" variant="default" onClick={() => void refetch()}>
              {t('try_again')}
            </Button>
          </section>
        ) : (
          <NeedsYou now={data} />
        )}
      </div>
      <section aria-labelledby="dashboard-earnings">
        <h2 id="dashboard-earnings" className={classes.heading}>
          {t('dashboard_earnings')}
        </h2>
        <dl className={classes.figures}>
          {(['today', 'month', 'total'] as const).map((span) => (
            <Figure
              key={span}
              label={t(`dashboard_earned_${span}`)}
              value={data === undefined ? undefined : format.money(data.earnings[span])}
              course={span === 'total' ? undefined : courses[span]}
            />
          ))}
        </dl>
      </section>
      <section aria-labelledby="dashboard-now">
        <h2 id="dashboard-now" className={classes.heading}>
          {t('dashboard_now')}
        </h2>
        <dl className={classes.figures}>
          <Figure label={t('dashboard_drivers_online')} value={number(data?.drivers.online)} />
          <Figure label={t('dashboard_drivers_free')} value={number(data?.drivers.free)} />
          <Figure
            label={t('dashboard_bookings_running')}
            value={number(data?.bookings.running)}
            course={courses.bookings}
            of={t('dashboard_chart_bookings')}
          />
          <Figure
            label={t('dashboard_bookings_waiting')}
            value={number(data?.bookings.waiting)}
            course={courses.waits}
            of={t('dashboard_chart_wait')}
          />
          <Figure label={t('dashboard_bookings_later')} value={number(data?.bookings.later)} />
        </dl>
      </section>
      <Suspense fallback={<Skeleton height={280} />}>
        <Charts />
      </Suspense>
    </div>
  )
}

interface FigureProps {
  readonly label: string
  readonly value: string | undefined
  /** the last hours or days of it, or of what `of` names */
  readonly course?: readonly number[] | undefined
  readonly of?: string
}

const Figure = ({ label, value, course, of }: FigureProps) => (
  <div className={classes.figure}>
    <dt>{label}</dt>
    <dd>
      {value ?? <Skeleton height={28} width={48} />}
      {course !== undefined && <Sparkline values={course} of={of} />}
    </dd>
  </div>
)
