import type { BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectBank, updateBank } from './person-store.ts'

/** Bank details of a person; nulls until given. */
export const findBankDetails = async (db: Kysely<Tables>, person: string): Promise<BankDetails> => {
  const row = await selectBank(db, person)
  return {
    bankName: row?.bank_name ?? null,
    bankCode: row?.bank_code ?? null,
    bankAccount: row?.bank_account ?? null,
  }
}

/** Stores the bank details for the next withdrawal. */
export const saveBankDetails = (tx: Tx, person: string, bank: BankDetails): Promise<void> =>
  updateBank(tx, person, { bank_name: bank.bankName, bank_code: bank.bankCode, bank_account: bank.bankAccount })
