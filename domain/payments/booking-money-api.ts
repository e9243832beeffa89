import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { bookingId } from '../kit/schema.ts'
import { accounts, postingKinds } from '../wallet/ledger-entry.ts'
import { paymentStatuses } from './payment-status.ts'
import { bookingMoneyRoutes } from './payments-routes.ts'

/** Who reported an attempt's state, and what the settlement made of it [design/payments-22]. */
const report = z.object({
  at: z.number(),
  source: z.enum(['webhook', 'return', 'query', 'submit']),
  verdict: z.enum(['paid', 'again', 'review', 'pending', 'failed', 'refund', 'ignored', 'unknown']),
})

const refund = z.object({
  id: z.string(),
  amount: z.number(),
  /** `credited`: the wallet got it; `left`: it waits for the office; `settled`: the office settled it outside Remis */
  status: z.enum(['asked', 'pending', 'done', 'credited', 'left', 'settled']),
  createdAt: z.number(),
  doneAt: z.number().nullable(),
  tries: z.int(),
  nextTryAt: z.number().nullable(),
})

/** A try to pay the booking by card. Amounts in major units. */
const attempt = z.object({
  id: z.string(),
  provider: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  state: z.enum(['waiting', 'paid', 'failed', 'cancelled', 'expired', 'given-back', 'review']),
  /** the gateway's word for a failure, or why the office must look */
  failure: z.string().nullable(),
  /** the gateway's id of the payment */
  reference: z.string().nullable(),
  createdAt: z.number(),
  paidAt: z.number().nullable(),
  /** how often the gateway was asked for its state, and when it is asked next */
  checks: z.int(),
  nextCheckAt: z.number().nullable(),
  reports: z.array(report),
  refunds: z.array(refund),
})
export type AttemptView = z.output<typeof attempt>

/** One posting of the ledger; its entries sum to zero [invariants-M1]. Amounts in major units. */
const posting = z.object({
  id: z.string(),
  kind: z.enum(postingKinds),
  at: z.number(),
  /** name of the person who caused it; null: the system */
  by: z.string().nullable(),
  entries: z.array(
    z.object({
      account: z.enum(accounts),
      /** id of the person, booking, top-up or gateway */
      holder: z.string().nullable(),
      /** of a person */
      name: z.string().nullable(),
      amount: z.number(),
      currency: z.string(),
    }),
  ),
})
export type PostingView = z.output<typeof posting>

export const bookingMoneyApi = {
  read: endpoint(bookingMoneyRoutes.read, {
    summary: 'The card payments of a booking with reports and refunds, and its postings, oldest first',
    relation: { object: 'booking', allow: ['admin'] },
    rate: 'read',
    params: z.strictObject({ id: bookingId }),
    reply: z.object({
      payments: z.array(attempt),
      postings: z.array(posting),
      /** the oldest were left out */
      more: z.boolean(),
    }),
  }),
}
