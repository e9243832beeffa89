import { faultError } from '@remis/domain/kit/check'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import { checkWithdrawal, withdrawable, type BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import { findWithheld } from '../booking/reviews/review-trip.ts'
import { findBankDetails, saveBankDetails, type StoredBank } from '../people/bank-details.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { requireConfirmed } from '../accounts/require-confirmed.ts'
import { findBalance, lockBalances } from './balances.ts'
import { openWithdrawal } from './open-withdrawal.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { selectWithdrawal } from './withdrawal-store.ts'

type RequestCall = Call<typeof withdrawalsApi.request>

/** The request's bank details, completed by the stored ones. */
const bankOf = (known: StoredBank, { body }: RequestCall): BankDetails => {
  const account = trimmedOrNull(body.bankAccount)
  return {
    bankName: trimmedOrNull(body.bankName) ?? known.bankName,
    bankCode: trimmedOrNull(body.bankCode) ?? known.bankCode,
    // A masked account that is sent back means the stored one [design/money-30].
    bankAccount: account === null || account === maskedAccount(known.bankAccount) ? known.bankAccount : account,
  }
}

const isChanged = (bank: BankDetails, known: BankDetails): boolean =>
  bank.bankName !== known.bankName || bank.bankCode !== known.bankCode || bank.bankAccount !== known.bankAccount

/** Stores changed bank details and notifies their owner. */
const keepBank = async (
  app: WalletDeps,
  tx: Tx,
  call: RequestCall,
  bank: BankDetails,
  known: StoredBank,
): Promise<StoredBank> => {
  if (!isChanged(bank, known)) return known
  await saveBankDetails(tx, call.who.id, bank)
  await app.notify(tx, [
    {
      user: call.who.id,
      message: 'notice_bank_changed',
      params: { account: maskedAccount(bank.bankAccount) ?? '' },
      screen: 'wallet',
      bookingId: null,
    },
  ])
  return { ...bank, changedAt: await nowMs(tx) }
}

/**
 * Requests a withdrawal, which leaves the wallet at once. The wallet is locked before the balance is judged, so that
 * two requests, or a request and a hold, cannot spend the same money [design/money-29]. The share of a trip that waits
 * for the office cannot be withdrawn [design/privacy-21]. The password must have been given recently [design/money-46].
 */
export const requestWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.request> = async (app, call) => {
  const { body, who } = call
  const settings = await app.settings.current()
  const exponent = exponentOf(settings.code)
  return call.commit(async (tx) => {
    const known = await findBankDetails(tx, who.id)
    const bank = bankOf(known, call)
    // Only decides which decimals are allowed; the amount is compared under the wallet's lock below.
    const seen = { balance: await findBalance(tx, who.id), withheld: await findWithheld(tx, who.id) }
    const left = toMajor(withdrawable(seen), exponent)
    const fault = checkWithdrawal({ role: who.role, amount: body.amount, free: left, bank, exponent, settings })
    if (fault !== null) throw faultError(fault)
    await requireConfirmed(app, tx, who)
    const kept = settings.bank_fields ? await keepBank(app, tx, call, bank, known) : null
    const amount = toMinor(body.amount, exponent)
    const balance = (await lockBalances(tx, [who.id]))(who.id)
    await app.failpoint.at('withdraw.locked')
    if (balance < amount) throw new AppError(422, 'wallet_balance_low', { fields: { amount: 'more than the balance' } })
    // Read under the wallet's lock: a trip waits before its money is posted.
    const free = withdrawable({ balance, withheld: await findWithheld(tx, who.id) })
    if (free < amount)
      throw new AppError(422, 'withdrawal_withheld', {
        fields: { amount: 'above the amount not under review' },
        extra: { free: toMajor(free, exponent) },
      })
    const { code: currency } = settings
    const id = await openWithdrawal(app, tx, { owner: who.id, by: who.id, amount, currency, bank: kept })
    await app.failpoint.at('withdraw.before_commit')
    return { withdrawal: viewWithdrawal(await selectWithdrawal(tx, id), settings, who) }
  })
}
