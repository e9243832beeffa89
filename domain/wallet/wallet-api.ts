import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { walletRoutes } from './wallet-routes.ts'

/** A person's wallet as its owner sees it. Amounts in major units. */
export const walletView = z.object({
  /** below zero after a cancellation fee (riders) or cash that is owed (drivers) */
  balance: z.number(),
  /** set aside for bookings that are not settled yet; no part of the balance */
  held: z.number(),
  currency: z.string(),
  may: z.object({
    topUp: z.boolean(),
    /** drivers always, riders with RiderWithDraw */
    withdraw: z.boolean(),
    /** wallet mode: riders whose wallet is not below zero */
    pay: z.boolean(),
  }),
  /** what a withdrawal would be paid to, of the account the end (trust-and-speed §1.8); null while bank_fields is off */
  bank: z
    .object({ bankName: z.string().nullable(), bankCode: z.string().nullable(), bankAccount: z.string().nullable() })
    .nullable(),
})
export type WalletView = z.output<typeof walletView>

/** spec 1 §3 "Wallet history entry": a view of the ledger (design §7). `amount` is above 0 in major units. */
export const walletHistoryRow = z.object({
  id: z.string(),
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  amount: z.number(),
  date: z.number(),
  txRef: z.string(),
  /** what the entry is about, for its text; the booking where it has one */
  kind: z.string(),
  bookingId: z.string().nullable(),
})
export type WalletHistoryRow = z.output<typeof walletHistoryRow>

export const walletApi = {
  read: endpoint(walletRoutes.read, {
    summary: 'The own wallet and what may be done with it',
    relation: 'self',
    rate: 'read',
    reply: z.object({ wallet: walletView }),
  }),
  history: endpoint(walletRoutes.history, {
    summary: 'Entries of the own wallet, the newest first',
    relation: 'self',
    rate: 'read',
    query: pageQuery,
    reply: page(walletHistoryRow),
  }),
}
