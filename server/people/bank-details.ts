import type { BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { selectBank, updateBank } from './person-store.ts'

/** Where a person is paid out to; nulls until they told it. */
export const findBankDetails = async (db: Kysely<Tables>, person: string): Promise<BankDetails> => {
  const row = await selectBank(db, person)
  return {
    bankName: row?.bank_name ?? null,
    bankCode: row?.bank_code ?? null,
    bankAccount: row?.bank_account ?? null,
  }
}

/** Keeps what a person told last, for the next time. */
export const saveBankDetails = (tx: Tx, person: string, bank: BankDetails): Promise<void> =>
  updateBank(tx, person, { bank_name: bank.bankName, bank_code: bank.bankCode, bank_account: bank.bankAccount })
