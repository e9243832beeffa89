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

/** What is in a person's wallet, and what is owed by and to the person; amounts in major units. */
export const walletFacts = async (
  db: Kysely<Tables>,
  code: string,
  person: string,
): Promise<Pick<WalletView, 'balance' | 'held' | 'owed' | 'pending' | 'currency'>> => {
  const [balance, held, owed, pending] = await Promise.all([
    findBalance(db, person),
    selectHeld(db, person),
    selectDebts(db, 'rider_id', person),
    selectDebts(db, 'driver_id', person),
  ])
  const major = (minor: number) => toMajor(minor, exponentOf(code))
  return {
    balance: major(balance),
    held: major(held),
    owed: viewDebts(owed, major),
    pending: viewDebts(pending, major),
    currency: code,
  }
}

/** The caller's wallet and what the caller may do with it, so that the screen offers nothing that would be refused. */
export const readWallet: UseCase<WalletDeps, typeof walletApi.read> = async ({ db, settings, gateways }, { who }) => {
  const set = await settings.current()
  const [facts, withheld] = await Promise.all([
    walletFacts(db.request, set.code, who.id),
    findWithheld(db.request, who.id),
  ])
  const withdraw = mayWithdraw(who.role, set)
  return {
    wallet: {
      ...facts,
      withheld: toMajor(withheld, exponentOf(set.code)),
      least: set.minWithdrawal,
      may: {
        topUp: (who.role === 'rider' || who.role === 'driver') && gateways.some((gateway) => gateway.takes(set.code)),
        withdraw,
        pay: who.role === 'rider' && facts.owed.total === 0,
      },
      bank: withdraw && set.bank_fields ? await shownBank(db.request, who.id) : null,
    },
  }
}
