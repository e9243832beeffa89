import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { bookingId, calendarDay, file, uuid } from '../kit/schema.ts'
import { accounts, postingKinds } from './ledger-entry.ts'
import { accountSorts, ledgerRoutes, personAccounts, postingSorts } from './wallet-routes.ts'

/** The ledger for admins [design/money-60]. Amounts in major units; + is owed by the platform, − is owed to it. */
const balanceRow = z.object({
  account: z.enum(accounts),
  /** at the beginning of the day */
  opening: z.number(),
  /** posted in the day; `debit` is 0 or less */
  credit: z.number(),
  debit: z.number(),
  /** at its end, or now if it is not over */
  closing: z.number(),
})

/** An account of a person. */
export const personAccount = z.object({
  /** the person, also the row's id */
  id: z.string(),
  account: z.enum(personAccounts),
  name: z.string(),
  usertype: z.enum(['rider', 'driver', 'fleetadmin', 'admin']),
  balance: z.number(),
  currency: z.string(),
})
export type PersonAccount = z.output<typeof personAccount>

const entry = z.object({
  account: z.enum(accounts),
  holder: z.string().nullable(),
  /** of a person */
  name: z.string().nullable(),
  amount: z.number(),
})
export type LedgerEntryView = z.output<typeof entry>

/** A posting with all its entries, which sum to zero [invariants-M1]. */
export const postingView = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.enum(postingKinds),
  bookingId: z.string().nullable(),
  reference: z.string().nullable(),
  /** who caused it; null: the system */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** with a filter by account or person: what it changed there; else what it moved */
  amount: z.number(),
  currency: z.string(),
  entries: z.array(entry),
})
export type PostingView = z.output<typeof postingView>

const filters = {
  account: z.enum(accounts).optional(),
  kind: z.enum(postingKinds).optional(),
  person: uuid.optional(),
  booking: bookingId.optional(),
  posting: uuid.optional(),
  /** days of the operator, both included */
  from: calendarDay.optional(),
  until: calendarDay.optional(),
}

export const ledgerApi = {
  balances: endpoint(ledgerRoutes.balances, {
    summary: 'The trial balance of a day: every account, and their sum, which is zero',
    relation: 'none',
    rate: 'read',
    query: z.strictObject({ day: calendarDay.optional() }),
    reply: z.object({
      /** today without one */
      day: z.string(),
      currency: z.string(),
      rows: z.array(balanceRow),
      /** of the closing balances */
      sum: z.number(),
      entries: z.object({ credit: z.number(), debit: z.number() }),
    }),
  }),
  accounts: endpoint(ledgerRoutes.accounts, {
    summary: 'Accounts of people with their balances: wallets, or what is owed',
    relation: 'none',
    rate: 'read',
    query: listQuery(accountSorts, { account: z.enum(personAccounts).optional() }),
    reply: page(personAccount),
  }),
  postings: endpoint(ledgerRoutes.postings, {
    summary: 'Postings with their entries, newest first',
    relation: 'none',
    rate: 'read',
    query: listQuery(postingSorts, filters),
    reply: page(postingView),
  }),
  export: endpoint(ledgerRoutes.export, {
    summary: 'Entries of the ledger as a file; audited',
    relation: 'none',
    rate: 'read',
    refusedInDemo: true,
    query: exportQuery(postingSorts, filters),
    reply: file,
    file: exportTypes,
  }),
}
