import type { BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectBank, updateBank } from './person-store.ts'

export interface StoredBank extends BankDetails {
  /** when they were given or changed, ms */
  readonly changedAt: number | null
}

/** Bank details of a person; nulls until given. */
export const findBankDetails = async (db: Kysely<Tables>, person: string): Promise<StoredBank> => {
  const row = await selectBank(db, person)
  return {
    bankName: row?.bank_name ?? null,
    bankCode: row?.bank_code ?? null,
    bankAccount: row?.bank_account ?? null,
    changedAt: row?.bank_changed_at ?? null,
  }
}

/** Stores changed bank details for this and later withdrawals. */
export const saveBankDetails = (tx: Tx, person: string, bank: BankDetails): Promise<void> =>
  updateBank(tx, person, { bank_name: bank.bankName, bank_code: bank.bankCode, bank_account: bank.bankAccount })
