import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { amount, bookingId, freeText, uuid } from '../kit/schema.ts'
import { debtSorts, debtsRoutes } from './wallet-routes.ts'
import { debtReasons } from './ledger-entry.ts'

/** A rider's debt for the office [design/money-48]. Amounts in major units. */
export const debtView = z.object({
  id: z.string(),
  at: z.number(),
  rider: z.string(),
  riderName: z.string(),
  /** the driver with the pending fee; null: the driver was paid, or it is the platform's */
  driver: z.string().nullable(),
  driverName: z.string().nullable(),
  bookingId: z.string().nullable(),
  reason: z.enum(debtReasons),
  amount: z.number(),
  /** neither collected nor written off */
  rest: z.number(),
  writtenOff: z.boolean(),
  currency: z.string(),
})
export type DebtView = z.output<typeof debtView>

/** A trip on which the driver can have taken the debt in cash. */
export const debtTripView = z.object({
  bookingId: z.string(),
  driver: z.string(),
  driverName: z.string(),
  /** when it was paid or cancelled */
  at: z.number(),
})
export type DebtTripView = z.output<typeof debtTripView>

const params = z.strictObject({ id: uuid })

export const debtsApi = {
  list: endpoint(debtsRoutes.list, {
    summary: 'Open debts of riders, newest first',
    relation: 'by-role',
    rate: 'read',
    query: listQuery(debtSorts, { reason: z.enum(debtReasons).optional() }),
    reply: page(debtView),
  }),
  writeOff: endpoint(debtsRoutes.writeOff, {
    summary: 'Gives up the rest of a debt, with a reason; a pending fee ends with it; audited',
    relation: { object: 'debt', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ reason: freeText(300) }),
    reply: z.object({ debt: debtView }),
  }),
  trips: endpoint(debtsRoutes.trips, {
    summary: 'The trips on which the driver can have taken the debt in cash, newest first, at most 20',
    relation: { object: 'debt', allow: ['admin'] },
    rate: 'read',
    params,
    reply: z.object({ rows: z.array(debtTripView) }),
  }),
  driverCash: endpoint(debtsRoutes.driverCash, {
    summary: 'Records that the driver of a trip took the rest of a debt in cash, with a reason; audited',
    relation: { object: 'debt', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    /** `bookingId`: the trip; `amount`: the rest that the admin saw, another one is 409 `debt_changed` */
    body: z.strictObject({ bookingId, amount, reason: freeText(300) }),
    reply: z.object({ debt: debtView }),
  }),
}
