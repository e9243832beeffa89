import type { DayTotals } from '@remis/domain/reports/day-close-api'
import { dayCheckTexts, dayParts } from '@remis/domain/reports/day-lines'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/use-format.ts'
import { AccountsTable } from '../sheet/AccountsTable.tsx'
import { SheetHead } from '../sheet/SheetHead.tsx'
import { SheetLines } from '../sheet/SheetLines.tsx'
import { SheetTable } from '../sheet/SheetTable.tsx'
import classes from '../sheet/sheet.module.css'

/** The totals of a day as they are shown and printed [design/money-63]. */
export const DaySheet = ({ totals }: { totals: DayTotals }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { day, state, closed, differences, accounts } = totals
  return (
    <article className={classes.sheet} aria-label={t('day_row', { day: format.day(day) })}>
      <SheetHead title={t('day_row', { day: format.day(day) })}>
        <p>
          {closed === null
            ? t(`day_state_${state}`)
            : t('day_closed_by', { time: format.date(closed.at, 'date-time'), name: closed.by })}
        </p>
        <p>
          {t('statement_range', {
            from: format.date(totals.since, 'date-time'),
            until: format.date(totals.until, 'date-time'),
          })}
        </p>
      </SheetHead>
      {differences.length > 0 ? (
        <div className={classes.bad} role="alert">
          <SheetTable
            caption={t('day_differs_lead')}
            rows={differences}
            rowId={({ check }) => check}
            columns={[
              { id: 'check', header: t('day_line'), cell: ({ check }) => t(dayCheckTexts[check]) },
              { id: 'recorded', header: t('day_recorded'), amount: true, cell: (row) => format.money(row.recorded) },
              { id: 'posted', header: t('day_posted'), amount: true, cell: (row) => format.money(row.posted) },
            ]}
          />
        </div>
      ) : (
        <p className={classes.good}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden style={{ verticalAlign: '-3px' }} /> {t('day_equal')}
        </p>
      )}
      <div className={classes.parts}>
        {dayParts(totals).map(({ text, lines }) => (
          <SheetLines
            key={text}
            title={text === 'day_trips' ? `${t(text)}: ${format.number(totals.trips.rides)}` : t(text)}
            lines={lines.map((line) => ({ label: t(line.text), amount: line.amount }))}
          />
        ))}
      </div>
      <AccountsTable caption={t('day_accounts')} rows={accounts} />
      {closed !== null && (
        <p className={classes.hash}>
          {t('day_hash')}: <bdi dir="ltr">{closed.hash}</bdi>
        </p>
      )}
    </article>
  )
}
