import '../../ui/mantine-parts.ts'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { ActionIcon, Button, SegmentedControl, Skeleton, Switch, Text, Title, useDirection } from '@mantine/core'
import type { LaterBooking } from '@remis/domain/booking/later/later-api'
import { addDays, dayAt, isDay } from '@remis/domain/kit/calendar-day'
import { dateFormat } from '@remis/domain/kit/kept-formats'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { useSession } from '../../platform/api/session.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { useLiveLink } from '../../platform/live/live.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { useFormat } from '../../platform/use-format.ts'
import { AssignLater } from './AssignLater.tsx'
import { Entry } from './Entry.tsx'
import { laterQuery } from './later-queries.ts'
import classes from './later.module.css'
import { ReadFailure } from '../../ui/ReadFailure.tsx'

const views = ['week', 'day'] as const
type View = (typeof views)[number]

interface Shown {
  readonly view: View
  /** YYYY-MM-DD in the operator's zone */
  readonly day: string
  readonly onShow: (part: { readonly view?: View; readonly day?: string }) => void
}

/** The chosen view and day are in the address. */
const useShown = (today: string): Shown => {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { readonly view?: unknown; readonly day?: unknown }
  const view: View = search.view === 'day' ? 'day' : 'week'
  const day = typeof search.day === 'string' && isDay(search.day) ? search.day : today
  return {
    view,
    day,
    onShow: (part) => void navigate({ to: paths.laterBookings(), search: { view, day, ...part }, replace: true }),
  }
}

/** `/bookings/later`: bookings for later by day, with their drivers, and those without one [booking-72]. */
export const LaterPage = () => {
  const { t } = useTranslation()
  useLiveLink()
  const settings = useSettings()
  if (settings === undefined) return <Skeleton height={480} m={24} aria-busy="true" />
  return (
    <div className={classes.page}>
      <Title order={1} size="h3">
        {t('later_title')}
      </Title>
      <Calendar zone={settings.timezone} />
    </div>
  )
}

const Calendar = ({ zone }: { zone: string }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { user } = useSession()
  const today = dayAt(useNow(30_000), zone)
  const { view, day, onShow } = useShown(today)
  const [free, setFree] = useState(false)
  const [assigning, setAssigning] = useState<string | null>(null)
  const count = view === 'day' ? 1 : 7
  const { data, isError, isPlaceholderData, refetch } = useQuery(laterQuery(day, count))
  const rows = data?.rows.filter((row) => !free || withoutDriver(row))
  const missing = data?.rows.filter(withoutDriver).length ?? 0
  const mayAssign = user?.usertype === 'admin'
  return (
    <>
      <div className={classes.tools}>
        <Steps view={view} day={day} onShow={onShow} today={today} />
        <SegmentedControl
          aria-label={t('later_view')}
          value={view}
          onChange={(chosen) => onShow({ view: chosen === 'day' ? 'day' : 'week' })}
          data={views.map((value) => ({ value, label: t(`later_${value}`) }))}
        />
        <Switch
          checked={free}
          onChange={(event) => setFree(event.currentTarget.checked)}
          label={t('later_only_free')}
        />
        {data !== undefined && (
          <Text size="sm" c="dimmed" aria-live="polite">
            {t('later_count', { count: data.rows.length })}
            {missing > 0 && ` · ${t('later_without', { count: missing })}`}
          </Text>
        )}
      </div>
      {data?.more === true && <Text component="output">{t('later_more', { count: data.rows.length })}</Text>}
      {data === undefined ? (
        isError ? (
          <ReadFailure text={t('later_failed')} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={360} aria-busy="true" />
        )
      ) : (
        <div className={classes.days} data-view={view} aria-busy={isPlaceholderData}>
          {data.days.map(({ day: one, from: begin, until }) => {
            const ofDay = (rows ?? []).filter(({ tripdate }) => tripdate >= begin && tripdate < until)
            return (
              <section
                key={one}
                className={classes.day}
                aria-label={format.day(one)}
                data-today={one === today || undefined}
              >
                <h2>
                  <span>{weekdayOf(one, format.locale)}</span> {dayOfMonth(one, format.locale)}
                  {ofDay.length > 0 && <small>{format.number(ofDay.length)}</small>}
                </h2>
                {ofDay.length === 0 ? (
                  view === 'day' && <Text c="dimmed">{t(free ? 'later_none_free' : 'later_none_day')}</Text>
                ) : (
                  <ul>
                    {ofDay.map((row) => (
                      <li key={row.id}>
                        <Entry row={row} mayAssign={mayAssign} onAssign={() => setAssigning(row.id)} />
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      )}
      {view === 'week' && rows?.length === 0 && <Text c="dimmed">{t(free ? 'later_none_free' : 'later_none')}</Text>}
      <Text size="sm" c="dimmed">
        {t('later_zone', { zone: zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone })}
      </Text>
      {assigning !== null && <AssignLater id={assigning} onClose={() => setAssigning(null)} />}
    </>
  )
}

const withoutDriver = ({ driver, reserved }: LaterBooking): boolean => driver === null && reserved.length === 0

const named = (day: string, locale: string, form: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale, { ...form, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`))
const weekdayOf = (day: string, locale: string): string => named(day, locale, { weekday: 'short' })
const dayOfMonth = (day: string, locale: string): string => named(day, locale, { day: 'numeric', month: 'short' })

/** One day or week back and forth, and to today. */
const Steps = ({ view, day, onShow, today }: Shown & { today: string }) => {
  const { t } = useTranslation()
  const { dir } = useDirection()
  const step = view === 'day' ? 1 : 7
  const [Back, Forth] = dir === 'rtl' ? [IconChevronRight, IconChevronLeft] : [IconChevronLeft, IconChevronRight]
  return (
    <div className={classes.steps}>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={t(`later_before_${view}`)}
        onClick={() => onShow({ day: addDays(day, -step) })}
      >
        <Back size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="sm" h={40} disabled={day === today} onClick={() => onShow({ day: today })}>
        {t('later_today')}
      </Button>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={t(`later_after_${view}`)}
        onClick={() => onShow({ day: addDays(day, step) })}
      >
        <Forth size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  )
}
