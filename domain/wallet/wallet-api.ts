import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { walletRoutes } from './wallet-routes.ts'

/** A person's wallet as its owner sees it. Amounts in major units. */
export const walletView = z.object({
  /** below zero after a cancellation fee (riders) or cash that is owed (drivers) */
  balance: z.number(),
  /** reserved for bookings that are not settled yet; not part of the balance */
  held: z.number(),
  currency: z.string(),
  may: z.object({
    topUp: z.boolean(),
    /** drivers always, riders with RiderWithDraw */
    withdraw: z.boolean(),
    /** wallet mode: riders whose wallet is not below zero */
    pay: z.boolean(),
  }),
  /** the bank details of a withdrawal, with a masked account [design/access-8]; null while bank_fields is off */
  bank: z
    .object({ bankName: z.string().nullable(), bankCode: z.string().nullable(), bankAccount: z.string().nullable() })
    .nullable(),
})
export type WalletView = z.output<typeof walletView>

/** An entry of the wallet history [wallet-1], a view of the ledger [design/money-28]. `amount` in major units, above 0. */
export const walletHistoryRow = z.object({
  id: z.string(),
  type: z.enum(['Credit', 'Debit', 'Withdraw']),
  amount: z.number(),
  date: z.number(),
  txRef: z.string(),
  /** the kind of posting, for the text of the row; the booking, if it has one */
  kind: z.string(),
  bookingId: z.string().nullable(),
})
export type WalletHistoryRow = z.output<typeof walletHistoryRow>

export const walletApi = {
  read: endpoint(walletRoutes.read, {
    summary: 'The own wallet and the actions it allows',
    relation: 'self',
    rate: 'read',
    reply: z.object({ wallet: walletView }),
  }),
  history: endpoint(walletRoutes.history, {
    summary: 'Entries of the own wallet, newest first',
    relation: 'self',
    rate: 'read',
    query: pageQuery,
    reply: page(walletHistoryRow),
  }),
}
