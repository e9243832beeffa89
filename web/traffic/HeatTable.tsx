import { hourMs } from '@remis/domain/kit/durations'
import { VisuallyHidden } from '@mantine/core'
import { dateFormat } from '@remis/domain/kit/kept-formats'
import type { TrafficClass } from '@remis/domain/traffic/traffic-api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import classes from './traffic.module.css'

type Hour = TrafficClass['hours'][number]

/** From the upper end of each level on a cell has the next colour. */
const levels = [1.05, 1.2, 1.4, 1.7, 2.2]
const levelOf = (factor: number): number => levels.filter((level) => factor > level).length

/** A Monday, to name the days of the week in the reader's language. */
const monday = Date.UTC(2026, 0, 5)

interface Props {
  /** the class of road, as on screen */
  readonly roads: string
  readonly hours: readonly Hour[]
}

/**
 * Hours as rows, days as columns. On a narrow screen it scrolls from day to day; each figure is written, so colours
 * only help to find them.
 */
export const HeatTable = ({ roads, hours }: Props) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const named = (at: number, options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, { ...options, timeZone: 'UTC' }).format(at)
  const days = Array.from({ length: 7 }, (_, day) => monday + day * 24 * hourMs)
  const caption = t('traffic_table', { roads })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section className={classes.scroll} aria-label={caption} tabIndex={0}>
      <table className={classes.heat}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('traffic_hour')}</th>
            {days.map((day) => (
              <th key={day} scope="col" abbr={named(day, { weekday: 'long' })}>
                {named(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: 24 }, (_, hour) => (
            <tr key={hour}>
              <th scope="row">{named(monday + hour * hourMs, { hour: 'numeric', minute: '2-digit' })}</th>
              {days.map((day, i) => (
                <Cell key={day} hour={hours[i * 24 + hour]!} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Cell = ({ hour }: { readonly hour: Hour }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { suggested, current, trips, drivers } = hour
  const factor = (value: number): string =>
    new Intl.NumberFormat(format.locale, { minimumFractionDigits: 2 }).format(value)
  const words = { suggested: factor(suggested), trips: format.number(trips), drivers: format.number(drivers) }
  const spoken =
    current === null ? t('traffic_cell_free', words) : t('traffic_cell', { ...words, current: factor(current) })
  return (
    <td data-level={levelOf(suggested)} data-none={trips === 0 || undefined} title={spoken}>
      <span aria-hidden className={classes.factor}>
        {words.suggested}
      </span>
      <span aria-hidden className={classes.under}>
        {`${current === null ? '–' : factor(current)} · ${words.trips}`}
      </span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </td>
  )
}
