import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Table.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { SegmentedControl, Skeleton, Table, Text } from '@mantine/core'
import type { ChartSpan } from '@remis/domain/dashboard/dashboard-api'
import { dateFormat } from '@remis/domain/kit/kept-formats'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import classes from './dashboard.module.css'
import { chartsQuery } from './dashboard-queries.ts'
import { ReadFailure } from '../ui/ReadFailure.tsx'

/** Bookings by how they ended, and how long riders waited, by hour or day; also as a table. */
export const Charts = () => {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [by, setBy] = useState<'hours' | 'days'>('hours')
  const { data, error, refetch } = useQuery(chartsQuery)
  if (data === undefined)
    return error === null ? (
      <Skeleton height={280} />
    ) : (
      <ReadFailure text={t(keyOf(error))} onRetry={() => void refetch()} />
    )
  const name = ({ from }: ChartSpan) =>
    dateFormat(format.locale, {
      timeZone: data.timezone,
      ...(by === 'hours' ? { hour: 'numeric' } : { day: 'numeric', month: 'short' }),
    }).format(from)
  const open = ({ bookings, completed, cancelled }: ChartSpan) => bookings - completed - cancelled
  const minutes = ({ waitSeconds }: ChartSpan) => (waitSeconds === null ? null : Math.round(waitSeconds / 6) / 10)
  const spans = data[by]
  const rows = spans.map((span) => ({
    span: name(span),
    completed: span.completed,
    open: open(span),
    cancelled: span.cancelled,
    minutes: minutes(span),
    earned: span.earned,
  }))
  const rtl = i18n.dir() === 'rtl'
  const axes = {
    h: 220,
    dataKey: 'span',
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    xAxisProps: { reversed: rtl, interval: 'preserveStartEnd' as const, minTickGap: 16 },
    yAxisProps: { orientation: rtl ? ('right' as const) : ('left' as const), allowDecimals: false, width: 36 },
    valueFormatter: (value: number) => format.number(value),
  }
  const empty = (
    <Text c="dimmed" className={classes.noData ?? ''}>
      {t('no_data_available')}
    </Text>
  )
  const any = (value: (row: (typeof rows)[number]) => number | null) => rows.some((row) => (value(row) ?? 0) !== 0)
  return (
    <section className={classes.charts} aria-labelledby="dashboard-charts">
      <div className={classes.chartsHead}>
        <h2 id="dashboard-charts">{t('dashboard_chart_bookings')}</h2>
        <SegmentedControl
          size="sm"
          value={by}
          onChange={(value) => setBy(value === 'days' ? 'days' : 'hours')}
          data={[
            { value: 'hours', label: t('dashboard_chart_hours') },
            { value: 'days', label: t('dashboard_chart_days') },
          ]}
        />
      </div>
      <div className={classes.pair}>
        {/* the table below says the same */}
        <div aria-hidden="true">
          {any((row) => row.completed + row.open + row.cancelled) ? (
            <BarChart
              {...axes}
              data={rows}
              type="stacked"
              withLegend
              barChartProps={{ accessibilityLayer: false }}
              barProps={{ isAnimationActive: false }}
              series={[
                { name: 'completed', label: t('dashboard_chart_completed'), color: 'var(--remis-accent)' },
                { name: 'open', label: t('dashboard_chart_open'), color: 'var(--remis-route)' },
                { name: 'cancelled', label: t('dashboard_chart_cancelled'), color: 'var(--remis-danger)' },
              ]}
            />
          ) : (
            empty
          )}
        </div>
        <div aria-hidden="true">
          <h3>{t('dashboard_earnings')}</h3>
          {any((row) => row.earned) ? (
            <BarChart
              {...axes}
              data={rows}
              valueFormatter={(value: number) => format.money(value)}
              yAxisProps={{ ...axes.yAxisProps, width: 72 }}
              barChartProps={{ accessibilityLayer: false }}
              barProps={{ isAnimationActive: false }}
              series={[{ name: 'earned', label: t('dashboard_earnings'), color: 'var(--remis-accent)' }]}
            />
          ) : (
            empty
          )}
        </div>
        <div aria-hidden="true">
          <h3>{t('dashboard_chart_wait')}</h3>
          {rows.some((row) => row.minutes !== null) ? (
            <LineChart
              {...axes}
              data={rows}
              curveType="linear"
              connectNulls={false}
              lineChartProps={{ accessibilityLayer: false }}
              lineProps={{ isAnimationActive: false }}
              series={[{ name: 'minutes', label: t('dashboard_chart_minutes'), color: 'var(--remis-wait)' }]}
            />
          ) : (
            empty
          )}
        </div>
      </div>
      <details>
        <summary>{t('dashboard_chart_table')}</summary>
        <Table className={classes.table ?? ''}>
          <Table.Thead>
            <Table.Tr>
              {(['span', 'bookings', 'completed', 'cancelled', 'wait'] as const).map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`dashboard_chart_${column}`)}
                </Table.Th>
              ))}
              <Table.Th scope="col">{t('dashboard_earnings')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {spans.map((span) => (
              <Table.Tr key={span.from}>
                <Table.Th scope="row">{name(span)}</Table.Th>
                <Table.Td>{format.number(span.bookings)}</Table.Td>
                <Table.Td>{format.number(span.completed)}</Table.Td>
                <Table.Td>{format.number(span.cancelled)}</Table.Td>
                <Table.Td>{span.waitSeconds === null ? '' : format.duration(span.waitSeconds)}</Table.Td>
                <Table.Td>{format.money(span.earned)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </section>
  )
}
