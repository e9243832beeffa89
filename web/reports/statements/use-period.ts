import { dayAt, isDay } from '@remis/domain/kit/calendar-day'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSettings } from '../../platform/api/settings.ts'
import { useNow } from '../../platform/api/server-clock.ts'
import { daysOf, periods, type Days, type Period } from './period.ts'
import { withSearch } from '../../platform/page/with-search.ts'

const isGiven = (value: unknown): value is string => typeof value === 'string' && isDay(value)

/** The period that the address names; this month without one. */
export const usePeriod = () => {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const timezone = useSettings()?.timezone ?? 'UTC'
  // a page that stays open over midnight shows the new day
  const today = dayAt(useNow(60_000), timezone)
  const free =
    isGiven(search['from']) && isGiven(search['until']) ? { from: search['from'], until: search['until'] } : null
  const named = periods.find((one) => one === search['period'])
  const period: Period = free !== null ? 'free' : named === undefined || named === 'free' ? 'month' : named
  const days: Days = free ?? daysOf(period === 'free' ? 'month' : period, today)
  const change = (part: object) =>
    void navigate({ to: '.', ...withSearch((before: object) => ({ ...before, ...part })), replace: true })
  return {
    period,
    days,
    today,
    of: typeof search['of'] === 'string' ? search['of'] : undefined,
    choose: (of: string | undefined) => change({ of }),
    setPeriod: (next: Period) =>
      change(next === 'free' ? { period: undefined, ...days } : { period: next, from: undefined, until: undefined }),
    setDays: (part: Partial<Days>) => change({ period: undefined, ...days, ...part }),
  }
}
