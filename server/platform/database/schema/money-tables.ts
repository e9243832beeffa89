import type { DebtReason } from '@remis/domain/wallet/ledger-entry'
import type { Generated } from 'kysely'
import type { At, AtNow, AtOrNull, Big, Null, Opt } from './column.ts'

export interface LedgerTransactions {
  id: string
  kind: string
  booking_id: Null<string>
  reference: Null<string>
  actor_id: Null<string>
  at: AtNow
}

export interface LedgerEntries {
  id: Generated<Big>
  transaction_id: string
  account: string
  holder: Null<string>
  amount: Big
  currency: string
}

export interface Wallets {
  user_id: string
  balance: Opt<Big>
  /** what the owner owes: the open rest of the debts */
  owed: Opt<Big>
  updated_at: AtNow
}

/** A debt of a rider [design/money-34]. Its id is that of its ledger transaction. */
export interface Debts {
  id: string
  rider_id: string
  /** the driver with the pending fee; null: the driver was paid, or it is the platform's */
  driver_id: Null<string>
  booking_id: Null<string>
  reason: DebtReason
  amount: Big
  /** what is neither collected nor written off */
  rest: Big
  /** what the office gave up */
  written_off: Opt<number>
  currency: string
  at: At
  written_off_at: AtOrNull
  written_off_by: Null<string>
  write_off_reason: Null<string>
}

export interface PaymentReminders {
  booking_id: string
  sent: Opt<number>
  /** null: there will be no more */
  next_at: AtOrNull
}
