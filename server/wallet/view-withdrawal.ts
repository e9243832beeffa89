import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import type { WithdrawalRow, WithdrawalState } from './withdrawal-store.ts'

const stateOf = (row: WithdrawalRow): WithdrawalState => {
  if (row.processed_at !== null) return 'processed'
  return row.rejected_at === null ? 'open' : 'rejected'
}

/** spec 2 §3 "Withdraw request"; spec 2 §2: bank columns only when bank_fields is on. Major units. */
export const viewWithdrawal = (row: WithdrawalRow, bankFields: boolean): WithdrawalView => ({
  id: row.id,
  uid: row.user_id,
  date: row.asked_at,
  name: `${row.first_name} ${row.last_name}`.trim(),
  amount: toMajor(row.amount, exponentOf(row.currency)),
  currency: row.currency,
  processed: row.processed_at !== null,
  procesDate: row.processed_at,
  state: stateOf(row),
  reason: row.reason,
  ...(bankFields ? { bankName: row.bank_name, bankCode: row.bank_code, bankAccount: row.bank_account } : {}),
})
