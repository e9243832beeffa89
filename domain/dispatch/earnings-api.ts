import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { pageQuery } from '../kit/list.ts'
import { earningPeriods, earningsRoutes } from './dispatch-routes.ts'

export type EarningPeriod = (typeof earningPeriods)[number]

/** Major units. riderPaid = fees + earned − discount − written off: the platform pays the last two. */
const sums = z.object({
  /** paid trips; a cancellation fee does not count as one */
  trips: z.int(),
  /** the riders' payments, cancellation fees and corrections included */
  riderPaid: z.number(),
  /** the platform's convenience fees */
  fees: z.number(),
  /** the driver's shares, cancellation fees and parts of corrections */
  earned: z.number(),
})
export type EarningSums = z.output<typeof sums>

export const earnings = z.object({
  period: z.enum(earningPeriods),
  /** ms, [from, until) in the operator's zone; a week begins on Monday */
  from: z.number(),
  until: z.number(),
  timezone: z.string(),
  currency: z.string(),
  totals: sums,
  /** one per hour (today) or per day (week, month), in order, including empty ones */
  bars: z.array(sums.extend({ from: z.number(), until: z.number() })),
  /** one line per posting, newest first; the amounts of a correction may be below 0 */
  trips: z.array(
    z.object({
      bookingId: z.string(),
      kind: z.enum(['trip', 'cancellation', 'correction']),
      at: z.number(),
      pickup: z.string(),
      drop: z.string(),
      payment_mode: z.enum(['cash', 'wallet', 'card']),
      riderPaid: z.number(),
      fees: z.number(),
      earned: z.number(),
    }),
  ),
  /** the `cursor` of the next page; null on the last one */
  next: z.string().nullable(),
})
export type Earnings = z.output<typeof earnings>

export const earningsApi = {
  mine: endpoint(earningsRoutes.mine, {
    summary: 'The driver’s earnings today, this week or this month, from the ledger',
    relation: 'self',
    rate: 'read',
    query: pageQuery.extend({ period: z.enum(earningPeriods).optional() }),
    reply: earnings,
  }),
}
