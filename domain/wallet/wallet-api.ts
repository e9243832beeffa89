import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { walletRoutes } from './wallet-routes.ts'
import { debtReasons } from './ledger-entry.ts'

/**
 * A debt of a rider as far as it is open [design/money-34]; its driver sees it as a pending fee. `rest` in major units.
 */
export const openDebt = z.object({
  id: z.string(),
  reason: z.enum(debtReasons),
  rest: z.number(),
  at: z.number(),
  /** null: a debt from before bookings were named */
  bookingId: z.string().nullable(),
})

/** The total and its oldest parts, at most 20. */
const openDebts = z.object({ total: z.number(), rows: z.array(openDebt) })

/** A person's wallet as its owner sees it. Amounts in major units. */
export const walletView = z.object({
  /** below zero only for drivers, who owe cash they collected */
  balance: z.number(),
  /** reserved for bookings that are not settled yet; not part of the balance */
  held: z.number(),
  /** shares of a driver’s trips that wait for the office; part of the balance, and not to be withdrawn yet */
  withheld: z.number(),
  /** the least that can be withdrawn at once; 0: any amount */
  least: z.number(),
  /** what a rider owes */
  owed: openDebts,
  /** fees of a driver that their riders have not paid; not part of the balance */
  pending: openDebts,
  currency: z.string(),
  may: z.object({
    topUp: z.boolean(),
    /** drivers always, riders with RiderWithDraw */
    withdraw: z.boolean(),
    /** wallet mode: riders without debts */
    pay: z.boolean(),
  }),
  /** the bank details of a withdrawal, with a masked account [design/access-8]; null while bank_fields is off */
  bank: z
    .object({ bankName: z.string().nullable(), bankCode: z.string().nullable(), bankAccount: z.string().nullable() })
    .nullable(),
})
export type WalletView = z.output<typeof walletView>

/**
 * An entry of the wallet history [wallet-1], a view of the ledger [design/money-28]. `amount` in major units, above 0.
 */
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
    summary: "The caller's wallet and the actions it allows",
    relation: 'self',
    rate: 'read',
    reply: z.object({ wallet: walletView }),
  }),
  history: endpoint(walletRoutes.history, {
    summary: "Entries of the caller's wallet, newest first",
    relation: 'self',
    rate: 'read',
    query: pageQuery,
    reply: page(walletHistoryRow),
  }),
}
