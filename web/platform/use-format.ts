import { hourMs } from '@remis/domain/kit/durations'
import type { PublicSettings } from '@remis/domain/backoffice/backoffice-api'
import { isOffice } from '@remis/domain/kit/endpoint'
import { formatMoney } from '@remis/domain/kit/format-money'
import { numberFormat } from '@remis/domain/kit/kept-formats'
import type { TimeRange } from '@remis/domain/traffic/expected-time'
import {
  arrows,
  formatRelative,
  formatDate,
  formatDistance,
  formatDuration,
  formatFromTo,
  type DateForm,
} from './format.ts'
import { useLanguage } from './i18n.ts'
import { useSession } from './api/session.ts'
import { useSettings } from './api/settings.ts'
import { comparedZone, readersZone } from './zone-time.ts'

export interface Format {
  readonly locale: string
  /** of money */
  readonly decimals: number
  /** amount in major units */
  money(amount: number): string
  /** an amount per km or hour: up to `decimals` where it has them */
  rate(amount: number, decimals: number): string
  /** km */
  distance(km: number): string
  /** seconds; with a range, "12–16 min" */
  duration(seconds: number, range?: TimeRange | null): string
  /** ms since 1970, in the operator's zone, which a time names where it is not the reader's [design/web-145] */
  date(ms: number, form: DateForm): string
  /** "2 min ago", "in 2 min" */
  relative(ms: number, now: number): string
  /** of something that has happened: where `now` is seconds old, it is not in the future */
  ago(ms: number, now: number): string
  number(value: number): string
  /** 12.5 as 12.5% */
  percent(value: number): string
  /** a calendar day, YYYY-MM-DD */
  day(day: string): string
  /** from one value to another, in the reader's direction */
  readonly arrow: string
  /** "5 → 10" */
  fromTo(from: string, to: string): string
}

interface Reader {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly settings: PublicSettings | undefined
  readonly inOffice: boolean
}

const makeFormat = ({ locale, dir, settings, inOffice }: Reader, now: number): Format => {
  const style = settings ?? { symbol: '', decimal: 2, swipe_symbol: false }
  const unit = settings?.convert_to_mile ? 'mile' : 'km'
  const zone = settings?.timezone ?? 'UTC'
  const zones = { inOffice, operators: settings?.timezone, readers: readersZone() }
  const readers = comparedZone(now, zones)
  return {
    locale,
    decimals: style.decimal,
    money: (amount) => formatMoney(amount, style, locale),
    rate: (amount, mostDecimals) => formatMoney(amount, { ...style, mostDecimals }, locale),
    distance: (km) => formatDistance(km, unit, locale),
    duration: (seconds, range) => formatDuration(seconds, locale, range),
    date: (ms, form) => formatDate(ms, form, zone, locale, readers),
    relative: (ms, now) => formatRelative(ms, now, locale),
    ago: (ms, now) => formatRelative(Math.min(ms, now), now, locale),
    number: (value) => numberFormat(locale).format(value),
    percent: (value) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(value / 100),
    day: (day) => formatDate(Date.parse(day), 'date', 'UTC', locale),
    arrow: arrows[dir],
    fromTo: (from, to) => formatFromTo(from, to, dir),
  }
}

let latest: { readonly of: Reader; readonly hour: number; readonly format: Format } | undefined

/**
 * One format for all components of a page, since asking for the zone of the device takes long. The clocks of two zones
 * are compared once an hour.
 */
const formatFor = (reader: Reader): Format => {
  const now = Date.now()
  const hour = Math.floor(now / hourMs)
  const isSame = (Object.keys(reader) as (keyof Reader)[]).every((key) => latest?.of[key] === reader[key])
  if (latest === undefined || latest.hour !== hour || !isSame)
    latest = { of: reader, hour, format: makeFormat(reader, now) }
  return latest.format
}

/** Numbers, money and dates as this reader and this operator write them. */
export const useFormat = (): Format => {
  const { locale, dir } = useLanguage()
  const settings = useSettings()
  const usertype = useSession().user?.usertype
  return formatFor({ locale, dir, settings, inOffice: usertype !== undefined && isOffice(usertype) })
}
