import type { Settings } from '@remis/domain/backoffice/settings'
import { exponentOf } from '@remis/domain/kit/currency'
import type { Role } from '@remis/domain/kit/endpoint'
import { toMajor } from '@remis/domain/kit/money'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import type { WithdrawalView } from '@remis/domain/wallet/withdrawals-api'
import type { WithdrawalRow, WithdrawalState } from './withdrawal-store.ts'
import { nameOf } from '../platform/database/schema/full-name.ts'

const stateOf = (row: WithdrawalRow): WithdrawalState => {
  if (row.processed_at !== null) return 'processed'
  return row.rejected_at === null ? 'open' : 'rejected'
}

/**
 * A withdrawal in major units. Bank columns only with bank_fields on [wallet-13]; the full account is for admins
 * outside demo mode, others get its last characters [design/access-5].
 */
export const viewWithdrawal = (
  row: WithdrawalRow,
  { bank_fields: bankFields, AllowCriticalEditsAdmin }: Pick<Settings, 'bank_fields' | 'AllowCriticalEditsAdmin'>,
  viewer: { role: Role },
): WithdrawalView => ({
  id: row.id,
  uid: row.user_id,
  date: row.asked_at,
  name: nameOf(row),
  amount: toMajor(row.amount, exponentOf(row.currency)),
  currency: row.currency,
  processed: row.processed_at !== null,
  procesDate: row.processed_at,
  state: stateOf(row),
  reason: row.reason,
  notBefore: row.not_before,
  payoutId: row.payout_id,
  ...(bankFields
    ? {
        bankName: row.bank_name,
        bankCode: row.bank_code,
        bankAccount:
          viewer.role === 'admin' && AllowCriticalEditsAdmin ? row.bank_account : maskedAccount(row.bank_account),
      }
    : {}),
})
