import type { dayCloseApi } from '@remis/domain/reports/day-close-api'
import { dayParts } from '@remis/domain/reports/day-lines'
import { columnsNamed, exportRows } from '../../platform/http/export-list.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { ReportDeps } from '../keep-earnings.ts'
import { readTotals } from './read-day.ts'

const titles = {
  day: 'ledger_day',
  part: 'day_part',
  line: 'day_line',
  amount: 'ledger_amount',
  opening: 'ledger_opening',
  credit: 'ledger_credit',
  debit: 'ledger_debit',
  closing: 'ledger_closing',
} as const

/** A line has an amount, an account its balances and what moved. */
interface Line {
  readonly day: string
  readonly part: string
  readonly line: string
  readonly amount: number | null
  readonly opening: number | null
  readonly credit: number | null
  readonly debit: number | null
  readonly closing: number | null
}

const noBalances = { opening: null, credit: null, debit: null, closing: null }

export const exportDay: UseCase<ReportDeps, typeof dayCloseApi.exportDay> = async (app, call) => {
  const { day } = call.query
  const totals = await readTotals(app, day)
  return exportRows<Line>(app, call, {
    name: 'day',
    columns: {
      ...columnsNamed('day', 'part', 'line', 'amount'),
      ...columnsNamed('opening', 'credit', 'debit', 'closing'),
    },
    titles,
    async *pages(texts) {
      const say = (key: string) => texts[key] ?? key
      yield await Promise.resolve([
        {
          day,
          part: say('day_trips'),
          line: say('report_rides'),
          amount: totals.trips.rides,
          ...noBalances,
        },
        ...dayParts(totals).flatMap(({ text, lines }) =>
          lines.map((line) => ({ day, part: say(text), line: say(line.text), amount: line.amount, ...noBalances })),
        ),
        ...totals.accounts.map(({ account, ...balances }) => ({
          day,
          part: say('day_accounts'),
          line: say(`account_${account}`),
          amount: null,
          ...balances,
        })),
      ])
    },
  })
}
