import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportFormats, exportTypes } from '../kit/list.ts'
import { calendarDay, file, text, uuid } from '../kit/schema.ts'
import { statementsRoutes } from './reports-routes.ts'

/** What trips and postings add up to. Amounts in major units; with their sign as they change the wallet. */
const sums = {
  /** of the wallet; null for a fleet admin, who sees only the postings of the fleet's bookings */
  opening: z.number().nullable(),
  rides: z.int(),
  /** G and F of the trips; a fleet admin: of those for their fleet */
  tripCost: z.number(),
  convenienceFee: z.number(),
  shares: z.number(),
  cash: z.number(),
  cancellations: z.number(),
  corrections: z.number(),
  credits: z.number(),
  bonuses: z.number(),
  topUps: z.number(),
  payouts: z.number(),
  others: z.number(),
  closing: z.number().nullable(),
}

const line = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  /** null: none */
  bookingId: z.string().nullable(),
  /** of a trip: what it cost, the fee, the driver's share and the cash that the driver has */
  tripCost: z.number().nullable(),
  convenienceFee: z.number().nullable(),
  share: z.number().nullable(),
  cash: z.number().nullable(),
  amount: z.number(),
  /** of the wallet after it; null for a fleet admin */
  balance: z.number().nullable(),
})
export type StatementLine = z.output<typeof line>

/** A statement of a driver's wallet, or of a fleet: the wallets of its drivers [design/money-65]. */
export const statement = z.object({
  of: z.object({ id: z.string(), name: z.string(), usertype: z.enum(['driver', 'fleetadmin']) }),
  /** YYYY-MM-DD in the operator's zone, both included */
  from: z.string(),
  until: z.string(),
  timezone: z.string(),
  currency: z.string(),
  /** when it was made, ms */
  at: z.number(),
  totals: z.object(sums),
  /** of a driver, the oldest first */
  lines: z.array(line),
  /** there are more lines than these; the file has them all */
  more: z.boolean(),
  /** of a fleet */
  drivers: z.array(z.object({ id: z.string(), name: z.string(), current: z.boolean(), ...sums })),
})
export type Statement = z.output<typeof statement>
export type StatementDriver = Statement['drivers'][number]

const period = { from: calendarDay, until: calendarDay }
const params = z.strictObject({ id: uuid })
const fileQuery = z.strictObject({ ...period, format: z.enum(exportFormats), language: text(35).optional() })
const exported = { rate: 'read', refusedInDemo: true, query: fileQuery, reply: file, file: exportTypes } as const

export const statementsApi = {
  own: endpoint(statementsRoutes.own, {
    summary: "The caller's statement; a fleet admin gets the one of the fleet",
    relation: 'self',
    rate: 'read',
    query: z.strictObject(period),
    reply: z.object({ statement }),
  }),
  exportOwn: endpoint(statementsRoutes.exportOwn, {
    ...exported,
    summary: "The caller's statement as a file",
    relation: 'self',
  }),
  of: endpoint(statementsRoutes.of, {
    summary: 'The statement of a driver (an own one: fleet admin) or of a fleet (admin)',
    relation: { object: 'person', allow: ['fleet', 'admin'] },
    rate: 'read',
    params,
    query: z.strictObject(period),
    reply: z.object({ statement }),
  }),
  exportOf: endpoint(statementsRoutes.exportOf, {
    ...exported,
    summary: 'The statement of a driver or of a fleet as a file',
    relation: { object: 'person', allow: ['fleet', 'admin'] },
    params,
  }),
}
