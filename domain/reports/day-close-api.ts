import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportFormats, exportTypes, listQuery, page } from '../kit/list.ts'
import { calendarDay, file, text } from '../kit/schema.ts'
import { accounts } from '../wallet/ledger-entry.ts'
import { dayChecks } from './day-close.ts'
import { dayCloseRoutes, dayCloseSorts } from './reports-routes.ts'

/** A closed day in the list. Amounts in major units. */
export const closedDay = z.object({
  /** YYYY-MM-DD, also the id */
  day: z.string(),
  closedAt: z.number(),
  closedBy: z.string(),
  currency: z.string(),
  rides: z.int(),
  tripCost: z.number(),
  convenienceFee: z.number(),
  payouts: z.number(),
  /** hexadecimal SHA-256 */
  hash: z.string(),
})
export type ClosedDay = z.output<typeof closedDay>

/** The totals of a day [design/money-63]. Amounts in major units, above 0 where the name says the direction. */
export const dayTotals = z.object({
  day: z.string(),
  /** ms; of a closed day those it was closed with */
  since: z.number(),
  until: z.number(),
  timezone: z.string(),
  currency: z.string(),
  /** `running`: not over; `early`: a day before the first or between closed ones */
  state: z.enum(['closed', 'next', 'later', 'running', 'early']),
  closed: z.object({ at: z.number(), by: z.string(), hash: z.string() }).nullable(),
  trips: z.object({
    rides: z.int(),
    tripCost: z.number(),
    driverShare: z.number(),
    convenienceFee: z.number(),
    discount: z.number(),
    wallet: z.number(),
    card: z.number(),
    cashWithDrivers: z.number(),
    cashInOffice: z.number(),
    writtenOff: z.number(),
  }),
  moves: z.object({
    cancellationFees: z.number(),
    corrections: z.number(),
    correctedFees: z.number(),
    refundsToCard: z.number(),
    refundsToWallet: z.number(),
    cardPayments: z.number(),
    topUps: z.number(),
    withdrawalsRequested: z.number(),
    withdrawalsRejected: z.number(),
    payouts: z.number(),
    credits: z.number(),
    creditsInCash: z.number(),
    creditsTakenBack: z.number(),
    bonuses: z.number(),
    newDebts: z.number(),
    debtsInCash: z.number(),
    debtsCollected: z.number(),
    debtsWrittenOff: z.number(),
  }),
  accounts: z.array(
    z.object({
      account: z.enum(accounts),
      opening: z.number(),
      credit: z.number(),
      debit: z.number(),
      closing: z.number(),
    }),
  ),
  /** where the records differ from the ledger; a day with differences cannot be closed */
  differences: z.array(z.object({ check: z.enum(dayChecks), recorded: z.number(), posted: z.number() })),
})
export type DayTotals = z.output<typeof dayTotals>

export const dayCloseApi = {
  list: endpoint(dayCloseRoutes.list, {
    summary: 'Closed days of the books, newest first',
    relation: 'none',
    rate: 'read',
    query: listQuery(dayCloseSorts, {}),
    reply: page(closedDay),
  }),
  open: endpoint(dayCloseRoutes.open, {
    summary: 'Days that are over and not closed; `next` is the one to close',
    relation: 'none',
    rate: 'read',
    reply: z.object({
      today: z.string(),
      /** null: all are closed */
      next: z.string().nullable(),
      /** the oldest first, at most 62 */
      days: z.array(z.string()),
      count: z.int(),
      /** no day was ever closed: any day that is over can be the first */
      first: z.boolean(),
    }),
  }),
  close: endpoint(dayCloseRoutes.close, {
    summary: 'Closes a day that is over, in order, once; refused while records and ledger differ; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ day: calendarDay }),
    reply: z.object({ day: dayTotals }),
  }),
  day: endpoint(dayCloseRoutes.day, {
    summary: 'The totals of a day, closed or not',
    relation: 'none',
    rate: 'read',
    query: z.strictObject({ day: calendarDay }),
    reply: z.object({ day: dayTotals }),
  }),
  exportDay: endpoint(dayCloseRoutes.exportDay, {
    summary: 'The totals of a day as a file',
    relation: 'none',
    rate: 'read',
    refusedInDemo: true,
    query: z.strictObject({ day: calendarDay, format: z.enum(exportFormats), language: text(35).optional() }),
    reply: file,
    file: exportTypes,
  }),
}
