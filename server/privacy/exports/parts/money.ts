import { maskedAccount } from '@remis/domain/wallet/masked-account'
import { wholeHistoryOf } from '../../../wallet/read-history.ts'
import type { PrivacyDeps } from '../../privacy-deps.ts'
import { everyone, major, one, rowsAtOnce, type Owner, type Part } from './part.ts'

export const wallet: Part = {
  name: 'wallet',
  columns: { date: 'time', type: 'type', amount: 'money', bookingId: 'text' },
  appliesTo: everyone,
  pages: (app, { id }) => wholeHistoryOf(app, id, rowsAtOnce),
}

const listWithdrawals = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (await db.lists.selectFrom('withdrawals').selectAll().where('user_id', '=', id).orderBy('asked_at').execute()).map(
    (row) => ({
      at: row.asked_at,
      amount: major(row.amount, row.currency),
      currency: row.currency,
      bankName: row.bank_name,
      bankAccount: maskedAccount(row.bank_account),
      processedAt: row.processed_at,
      rejectedAt: row.rejected_at,
      reason: row.reason,
    }),
  )

export const withdrawals: Part = {
  name: 'withdrawals',
  columns: { at: 'time', amount: 'money', bankName: 'text', bankAccount: 'text', processedAt: 'time' },
  appliesTo: everyone,
  pages: (app, owner) => one(listWithdrawals(app, owner)),
}

const listPayments = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (await db.lists.selectFrom('payments').selectAll().where('user_id', '=', id).orderBy('created_at').execute()).map(
    (row) => ({
      at: row.created_at,
      id: row.id,
      purpose: row.purpose,
      bookingId: row.booking_id,
      provider: row.provider,
      amount: major(row.amount, row.currency),
      currency: row.currency,
      status: row.status,
      paidAt: row.paid_at,
      address: row.address,
    }),
  )

export const payments: Part = {
  name: 'payments',
  columns: { at: 'time', amount: 'money', paidAt: 'time', bookingId: 'text' },
  appliesTo: everyone,
  pages: (app, owner) => one(listPayments(app, owner)),
}
