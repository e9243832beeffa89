import { dayAndTime } from '@remis/domain/kit/calendar-day'
import type { FileReply } from '@remis/domain/kit/schema'
import { statementTexts } from '@remis/domain/reports/statement'
import type { StatementDriver, StatementLine, statementsApi } from '@remis/domain/reports/statements-api'
import { readAllPages } from '../../platform/database/list-page.ts'
import { columnsNamed, exportRows } from '../../platform/http/export-list.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import type { ReportDeps } from '../keep-earnings.ts'
import { findOpening, findStatement, viewDrivers, viewLine, type StatementOf } from './read-statement.ts'
import { lineList, linesOf } from './statement-store.ts'

const titles = {
  ...statementTexts,
  at: 'ledger_at',
  kind: 'ledger_kind',
  bookingId: 'ledger_booking',
  tripCost: 'report_trip_cost',
  convenienceFee: 'report_fee',
  share: 'report_driver_share',
  amount: 'ledger_amount',
  balance: 'ledger_balance',
  id: 'ledger_posting',
  name: 'report_driver',
  rides: 'report_rides',
  opening: 'ledger_opening',
  closing: 'ledger_closing',
} as const

type FileCall = Pick<Call<typeof statementsApi.exportOwn>, 'query' | 'who' | 'address'>

const linesAtOnce = 1000

/** A column of balances, which a fleet admin's file does not have. */
const balance = <Name extends string>({ fleet }: StatementOf, name: Name): readonly Name[] =>
  fleet === null ? [name] : []

const fileOf = async (app: ReportDeps, call: FileCall, id: string): Promise<FileReply> => {
  const of = await findStatement(app, id, call.query, call.who)
  return of.owner.usertype === 'driver' ? driverFile(app, call, of) : fleetFile(app, call, of)
}

const driverFile = async (app: ReportDeps, call: FileCall, of: StatementOf): Promise<FileReply> => {
  const opening = await findOpening(app, of)
  return exportRows<StatementLine & { readonly date: string; readonly what: string }>(app, call, {
    name: 'statement',
    columns: {
      at: (row) => row.date,
      kind: (row) => row.what,
      ...columnsNamed<keyof StatementLine>('bookingId', 'tripCost', 'convenienceFee', 'share', 'cash'),
      ...columnsNamed<keyof StatementLine>('amount', ...balance(of, 'balance'), 'id'),
    },
    titles,
    audited: { of: of.owner.id },
    async *pages(texts) {
      const lines = linesOf(app.db.lists, of.owner.id, of.period, of.fleet)
      for await (const rows of readAllPages(lineList, lines, {}, linesAtOnce))
        yield rows.map((row) => ({
          ...viewLine(row, opening, of),
          date: dayAndTime(row.at, of.timezone),
          what: texts[`posting_${row.kind}`] ?? row.kind,
        }))
    },
  })
}

const fleetFile = (app: ReportDeps, call: FileCall, of: StatementOf): Promise<FileReply> =>
  exportRows<StatementDriver>(app, call, {
    name: 'statement',
    columns: {
      ...columnsNamed<keyof StatementDriver>('name', ...balance(of, 'opening')),
      ...columnsNamed<keyof StatementDriver>('rides', 'tripCost', 'convenienceFee', 'shares', 'cash'),
      ...columnsNamed<keyof StatementDriver>('cancellations', 'corrections', 'credits', 'bonuses', 'topUps', 'payouts'),
      ...columnsNamed<keyof StatementDriver>('others', ...balance(of, 'closing'), 'id'),
    },
    titles,
    audited: { of: of.owner.id },
    async *pages() {
      yield await viewDrivers(app, of)
    },
  })

export const exportOwnStatement: UseCase<ReportDeps, typeof statementsApi.exportOwn> = (app, call) =>
  fileOf(app, call, call.who.id)

export const exportStatementOf: UseCase<ReportDeps, typeof statementsApi.exportOf> = (app, call) =>
  fileOf(app, call, call.params.id)
