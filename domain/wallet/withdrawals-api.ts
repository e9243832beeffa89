import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from '../kit/list.ts'
import { amount, file, freeText, lineText, uuid } from '../kit/schema.ts'
import { withdrawalSorts, withdrawalsRoutes, withdrawalStates } from './wallet-routes.ts'

/**
 * A withdrawal request [wallet-11], amounts in major units. Remis adds `state`: a rejected request stays not processed,
 * its money is back in the wallet [wallet-15]. The bank fields are absent while bank_fields is off.
 */
export const withdrawalView = z.object({
  id: z.string(),
  uid: z.string(),
  date: z.number(),
  name: z.string(),
  amount: z.number(),
  currency: z.string(),
  processed: z.boolean(),
  procesDate: z.number().nullable(),
  state: z.enum(withdrawalStates),
  /** the reason of a rejection */
  reason: z.string().nullable(),
  /** the bank account has changed recently: paid at this time at the earliest [design/money-47] */
  notBefore: z.number().nullable(),
  /** the payout that it was paid with */
  payoutId: z.string().nullable(),
  bankName: z.string().nullable().optional(),
  bankCode: z.string().nullable().optional(),
  bankAccount: z.string().nullable().optional(),
})
export type WithdrawalView = z.output<typeof withdrawalView>

const bank = {
  bankName: lineText(120).optional(),
  bankCode: lineText(60).optional(),
  bankAccount: lineText(60).optional(),
}
const filters = { state: z.enum(withdrawalStates).optional(), payout: uuid.optional() }
const params = z.strictObject({ id: uuid })
const settled = z.object({ withdrawal: withdrawalView })

export const withdrawalsApi = {
  request: endpoint(withdrawalsRoutes.request, {
    summary: 'Requests a withdrawal; the amount leaves the wallet at once',
    relation: 'self',
    rate: 'write',
    body: z.strictObject({ amount, ...bank }),
    reply: settled,
  }),
  list: endpoint(withdrawalsRoutes.list, {
    summary: "The caller's withdrawals, or all (admin)",
    relation: 'by-role',
    rate: 'read',
    query: listQuery(withdrawalSorts, filters),
    reply: page(withdrawalView),
  }),
  export: endpoint(withdrawalsRoutes.export, {
    summary: 'The withdrawals of a list as a file',
    relation: 'none',
    rate: 'read',
    refusedInDemo: true,
    query: exportQuery(withdrawalSorts, filters),
    reply: file,
    file: exportTypes,
  }),
  process: endpoint(withdrawalsRoutes.process, {
    summary: 'Marks a withdrawal as paid by the bank, once; audited',
    relation: { object: 'withdrawal', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({}),
    reply: settled,
  }),
  reject: endpoint(withdrawalsRoutes.reject, {
    summary: 'Rejects a withdrawal with a reason, once: the money goes back to the wallet; audited',
    relation: { object: 'withdrawal', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ reason: freeText(300) }),
    reply: settled,
  }),
  payOut: endpoint(withdrawalsRoutes.payOut, {
    summary: 'Requests a withdrawal of the whole balance for its owner, also an archived one, with a reason; audited',
    relation: { object: 'wallet', allow: ['admin'] },
    rate: 'write',
    refusedInDemo: true,
    params,
    body: z.strictObject({ reason: freeText(300) }),
    reply: settled,
  }),
}
