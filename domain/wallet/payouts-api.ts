import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { page, pageQuery } from '../kit/list.ts'
import { file, text, uuid } from '../kit/schema.ts'
import { bankFiles, payoutsRoutes } from './wallet-routes.ts'

/** Withdrawals that were paid together [design/money-51]. `total` in major units. */
export const payoutView = z.object({
  id: z.string(),
  at: z.number(),
  /** the admin */
  madeBy: z.string(),
  file: z.enum(bankFiles),
  withdrawals: z.int(),
  total: z.number(),
  currency: z.string(),
})
export type PayoutView = z.output<typeof payoutView>

/** Why a chosen withdrawal is not in the payout: it ended before, its bank account is new, or it has no valid IBAN. */
const leftBecause = z.enum(['missing', 'settled', 'waits', 'iban'])
export type LeftBecause = z.output<typeof leftBecause>

export const payoutsApi = {
  create: endpoint(payoutsRoutes.create, {
    summary: 'Processes withdrawals together, for one bank file; those that cannot be paid stay as they are; audited',
    relation: 'none',
    rate: 'write',
    refusedInDemo: true,
    body: z.strictObject({ ids: z.array(uuid).min(1).max(100), file: z.enum(bankFiles) }),
    reply: z.object({
      payout: payoutView,
      left: z.array(z.object({ id: z.string(), because: leftBecause })),
    }),
  }),
  list: endpoint(payoutsRoutes.list, {
    summary: 'Payouts, newest first',
    relation: 'none',
    rate: 'read',
    query: pageQuery,
    reply: page(payoutView),
  }),
  file: endpoint(payoutsRoutes.file, {
    summary: 'The bank file of a payout, the same each time: a table, or SEPA credit transfers (pain.001.001.09)',
    relation: 'admins',
    rate: 'read',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ format: z.enum(bankFiles), language: text(35).optional() }),
    reply: file,
    file: ['text/csv', 'application/xml'],
  }),
}
