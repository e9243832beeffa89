import type { Generated } from 'kysely'
import type { AtNow, Big, Null, Opt } from './column.ts'

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
  updated_at: AtNow
}
