import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import type { walletApi, WalletView } from '@remis/domain/wallet/wallet-api'
import { mayWithdraw } from '@remis/domain/wallet/withdrawal-checks'
import type { Kysely } from 'kysely'
import { findWithheld } from '../booking/reviews/review-trip.ts'
import { findBankDetails } from '../people/bank-details.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { findBalance } from './balances.ts'
import { selectDebts, type Debts } from './debts/debt-store.ts'
import { selectHeld } from './wallet-entry-store.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** The owner sees only the last characters of the account [design/access-8]. */
const shownBank = async (db: Kysely<Tables>, person: string): Promise<WalletView['bank']> => {
  const bank = await findBankDetails(db, person)
  return { ...bank, bankAccount: maskedAccount(bank.bankAccount) }
}

const viewDebts = ({ total, rows }: Debts, major: (minor: number) => number): WalletView['owed'] => ({
  total: major(total),
  rows: rows.map((row) => ({ ...row, rest: major(row.rest) })),
})

/** The caller's wallet and what the caller may do with it, so that the screen offers nothing that would be refused. */
export const readWallet: UseCase<WalletDeps, typeof walletApi.read> = async ({ db, settings, gateways }, { who }) => {
  const set = await settings.current()
  const [balance, held, owed, pending, withheld] = await Promise.all([
    findBalance(db.request, who.id),
    selectHeld(db.request, who.id),
    selectDebts(db.request, 'rider_id', who.id),
    selectDebts(db.request, 'driver_id', who.id),
    findWithheld(db.request, who.id),
  ])
  const major = (minor: number) => toMajor(minor, exponentOf(set.code))
  const withdraw = mayWithdraw(who.role, set)
  return {
    wallet: {
      balance: major(balance),
      held: major(held),
      withheld: major(withheld),
      owed: viewDebts(owed, major),
      pending: viewDebts(pending, major),
      currency: set.code,
      may: {
        topUp: (who.role === 'rider' || who.role === 'driver') && gateways.some((gateway) => gateway.takes(set.code)),
        withdraw,
        pay: who.role === 'rider' && owed.total === 0,
      },
      bank: withdraw && set.bank_fields ? await shownBank(db.request, who.id) : null,
    },
  }
}
