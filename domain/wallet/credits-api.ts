import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { listQuery, page } from '../kit/list.ts'
import { amount, freeText, uuid } from '../kit/schema.ts'
import { creditSorts, creditsRoutes, creditStates } from './wallet-routes.ts'

/**
 * The owner of a wallet that an admin can credit. Contacts are 'Hidden' in demo mode [people-16]; amounts in major
 * units.
 */
export const walletOwner = z.object({
  id: z.string(),
  usertype: z.enum(['rider', 'driver']),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  balance: z.number(),
  owed: z.number(),
})
export type WalletOwner = z.output<typeof walletOwner>

/** A credit as an admin entered it [design/money-54]. */
export const creditView = z.object({
  id: z.string(),
  user: z.string(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  /** the office took this amount in cash */
  cash: z.boolean(),
  state: z.enum(creditStates),
  askedBy: z.string(),
  askedByName: z.string(),
  askedAt: z.number(),
  /** the second admin */
  decidedByName: z.string().nullable(),
  decidedAt: z.number().nullable(),
  reversedByName: z.string().nullable(),
  reversedAt: z.number().nullable(),
  reversalReason: z.string().nullable(),
})
export type CreditView = z.output<typeof creditView>

const params = z.strictObject({ id: uuid })
const changed = z.object({ credit: creditView })
const decided = { relation: 'admins', rate: 'write', refusedInDemo: true, params, reply: changed } as const

export const creditsApi = {
  people: endpoint(creditsRoutes.people, {
    summary: 'Riders and drivers by name, with their balances, to credit one',
    relation: 'none',
    rate: 'read',
    query: listQuery(['name'], {}),
    reply: page(walletOwner),
  }),
  list: endpoint(creditsRoutes.list, {
    summary: 'Credits by admins',
    relation: 'none',
    rate: 'read',
    query: listQuery(creditSorts, { state: z.enum(creditStates).optional() }),
    reply: page(creditView),
  }),
  create: endpoint(creditsRoutes.create, {
    summary:
      'Adds money to a wallet (AdminCredit); it pays debts first. Above a limit it waits for another admin; audited',
    relation: { object: 'wallet', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ amount, reason: freeText(300), cash: z.boolean().optional() }),
    reply: z.object({ credit: creditView, balance: z.number(), currency: z.string() }),
  }),
  approve: endpoint(creditsRoutes.approve, {
    ...decided,
    summary: 'Makes a waiting credit, by another admin than the one who entered it; audited',
    body: z.strictObject({}),
  }),
  refuse: endpoint(creditsRoutes.refuse, {
    ...decided,
    summary: 'Ends a waiting credit; nothing is posted; audited',
    body: z.strictObject({}),
  }),
  reverse: endpoint(creditsRoutes.reverse, {
    ...decided,
    summary: 'Takes a credit back from a wallet that still has it, once, with a reason; audited',
    body: z.strictObject({ reason: freeText(300) }),
  }),
}
