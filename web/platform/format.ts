import { dayAt } from '@remis/domain/kit/calendar-day'
import type { TimeRange } from '@remis/domain/traffic/expected-time'
import { inUnit, type DistanceUnit } from '@remis/domain/kit/distance'
import { dateFormat, numberFormat } from '@remis/domain/kit/kept-formats'
import { clocksDiffer, zoneName } from './zone-time.ts'

/**
 * Distance given in km, shown in the operator's unit with one decimal below 100. What would be rounded to zero is in
 * metres or feet.
 */
export const formatDistance = (km: number, unit: DistanceUnit, locale: string): string => {
  const large = inUnit(km, unit)
  const isSmall = large < 0.05
  const [name, perLarge] = smallUnits[unit]
  const shown = isSmall ? large * perLarge : large
  return numberFormat(locale, {
    style: 'unit',
    unit: isSmall ? name : unit === 'mile' ? 'mile' : 'kilometer',
    unitDisplay: 'short',
    maximumFractionDigits: isSmall || shown >= 100 ? 0 : 1,
  }).format(shown)
}

const smallUnits = { km: ['meter', 1000], mile: ['foot', 5280] } as const

/**
 * Seconds as whole minutes, at least one; from an hour on as hours and minutes. With a range "12–16 min", where its
 * ends differ.
 */
export const formatDuration = (seconds: number, locale: string, range?: TimeRange | null): string => {
  const [low, high] = [range?.low ?? seconds, range?.high ?? seconds].map(minutesOf) as [number, number]
  if (low === high) return oneDuration(minutesOf(seconds), locale)
  if (high >= 60) return `${oneDuration(low, locale)} – ${oneDuration(high, locale)}`
  return minuteFormat(locale).formatRange(low, high).replace(/mins$/, 'min')
}

const minutesOf = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

const minuteFormat = (locale: string) => numberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })

const oneDuration = (minutes: number, locale: string): string => {
  const part = (value: number, unit: 'hour' | 'minute') =>
    numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
      .format(value)
      // the British abbreviations have a plural
      .replace(/(min|hr)s$/, '$1')
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return part(minutes, 'minute')
  const rest = minutes % 60
  return rest === 0 ? part(hours, 'hour') : `${part(hours, 'hour')} ${part(rest, 'minute')}`
}

/** Points from the first of two things to the second, in the reader's direction. */
export const arrows = { ltr: '→', rtl: '←' } as const

/** "5 → 10", in each direction of writing; both stay together, whatever their script [design/web-133]. */
export const formatFromTo = (from: string, to: string, dir: 'ltr' | 'rtl'): string =>
  `\u2068${from}\u2069 ${arrows[dir]} \u2068${to}\u2069`

export type DateForm = 'date' | 'time' | 'date-time' | 'weekday-time'

const forms: Record<DateForm, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  'date-time': { dateStyle: 'medium', timeStyle: 'short' },
  'weekday-time': { weekday: 'short', hour: 'numeric', minute: '2-digit' },
}

/**
 * A moment in the operator's time zone, in the language of the interface [design/web-14]. With the zone of the reader's
 * device a time names the operator's zone where their clocks differ then [design/web-145].
 */
export const formatDate = (ms: number, form: DateForm, timeZone: string, locale: string, readers?: string): string => {
  const text = dateFormat(locale, { ...forms[form], timeZone }).format(ms)
  if (form === 'date' || readers === undefined || !clocksDiffer(ms, timeZone, readers)) return text
  return `${text} ${zoneName(ms, timeZone, locale)}`
}

const dayIn = (ms: number, timeZone: string): number => Date.parse(dayAt(ms, timeZone)) / 86_400_000

/** "Today", "Yesterday", "Tomorrow", else the date; without the year within half a year. In the operator's zone. */
export const dayName = (ms: number, now: number, timeZone: string, locale: string): string => {
  const days = dayIn(ms, timeZone) - dayIn(now, timeZone)
  if (Math.abs(days) <= 1) {
    const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')
    return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1)
  }
  const year = Math.abs(days) > 180 ? ({ year: 'numeric' } as const) : {}
  return dateFormat(locale, { day: 'numeric', month: 'short', ...year, timeZone }).format(ms)
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** "2 min ago", "in 2 min": the largest unit that fits. */
export const formatRelative = (ms: number, now: number, locale: string): string => {
  const seconds = Math.round((ms - now) / 1000)
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  const options = { numeric: 'auto', style: 'short' } as const
  return new Intl.RelativeTimeFormat(locale, options).format(Math.trunc(seconds / size), unit)
}
