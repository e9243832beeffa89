import type { Earnings } from '@remis/domain/dispatch/earnings-api'
import { dateFormat } from '@remis/domain/kit/kept-formats'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { useLanguage } from '../../platform/i18n.ts'
import classes from './earnings.module.css'

/** A bar per hour or day, with the same content as text for screen readers. */
export const EarningBars = ({ view: { period, bars, timezone } }: { view: Earnings }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { locale } = useLanguage()
  const heights = barHeights(bars.map((bar) => bar.earned))
  const name = (ms: number, long: boolean) => {
    const form: Intl.DateTimeFormatOptions =
      period === 'today'
        ? long
          ? { timeStyle: 'short' }
          : { hour: 'numeric' }
        : period === 'week'
          ? { weekday: long ? 'long' : 'narrow' }
          : long
            ? { dateStyle: 'medium' }
            : { day: 'numeric' }
    return dateFormat(locale, { ...form, timeZone: timezone }).format(ms)
  }
  // every nth bar has a name, as many as fit on a phone
  const step = period === 'today' ? 6 : period === 'week' ? 1 : 7
  return (
    <ol className={classes.bars} aria-label={t('earn_title')}>
      {bars.map((bar, index) => {
        const words = t('earn_bar', {
          when: name(bar.from, true),
          amount: format.money(bar.earned),
          trips: t('earn_trips', { count: bar.trips }),
        })
        return (
          <li key={bar.from} title={words}>
            <span className={classes.visuallyHidden}>{words}</span>
            <span className={classes.space} aria-hidden>
              <i style={{ blockSize: `${heights[index]}%` }} data-none={bar.earned === 0 || undefined} />
            </span>
            <small aria-hidden>{index % step === 0 && name(bar.from, false)}</small>
          </li>
        )
      })}
    </ol>
  )
}

/** Height of each bar in percent of the highest; a positive amount has at least 4, a negative one 0. */
export const barHeights = (amounts: readonly number[]): readonly number[] => {
  const most = Math.max(0, ...amounts)
  return amounts.map((amount) => (amount <= 0 || most === 0 ? 0 : Math.max(4, Math.round((amount / most) * 100))))
}
