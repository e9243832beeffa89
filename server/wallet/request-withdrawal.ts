import { faultError } from '@remis/domain/kit/check'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import { withdrawalAsked } from '@remis/domain/wallet/postings'
import { checkWithdrawal, withdrawable, type BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import { v7 as newId } from 'uuid'
import { findWithheld } from '../booking/reviews/review-trip.ts'
import { findBankDetails, saveBankDetails, type StoredBank } from '../people/bank-details.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { reportWaiting } from '../platform/live/office-waiting.ts'
import { requireConfirmed } from '../accounts/require-confirmed.ts'
import { lockBalances } from './balances.ts'
import { post } from './post.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { insertWithdrawal, selectWithdrawal } from './withdrawal-store.ts'

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

/**
 * Stores changed bank details and notifies their owner. Returns from when a withdrawal to this account is paid, ms;
 * null: at once [design/money-47].
 */
const keepBank = async (app: WalletDeps, tx: Tx, call: RequestCall, bank: BankDetails, known: StoredBank) => {
  const now = await nowMs(tx)
  const changed = isChanged(bank, known)
  if (changed) {
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
  }
  const changedAt = changed ? now : known.changedAt
  const from = changedAt === null ? 0 : changedAt + app.config.limits.bankChangeHours * 3_600_000
  return from > now ? new Date(from) : null
}

/**
 * Requests a withdrawal, which leaves the wallet at once. The wallet is locked before the balance is judged, so that
 * two requests, or a request and a hold, cannot spend the same money [design/money-29]. The share of a trip that waits
 * for the office cannot be withdrawn [design/privacy-21]. The password must have been given lately [design/money-46].
 */
export const requestWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.request> = async (app, call) => {
  const { body, who } = call
  const settings = await app.settings.current()
  const exponent = exponentOf(settings.code)
  return call.commit(async (tx) => {
    const known = await findBankDetails(tx, who.id)
    const bank = bankOf(known, call)
    const fault = checkWithdrawal({ role: who.role, amount: body.amount, bank, exponent, settings })
    if (fault !== null) throw faultError(fault)
    await requireConfirmed(app, tx, who)
    const notBefore = settings.bank_fields ? await keepBank(app, tx, call, bank, known) : null
    const amount = toMinor(body.amount, exponent)
    const balance = (await lockBalances(tx, [who.id]))(who.id)
    await app.failpoint.at('withdraw.locked')
    if (balance < amount) throw new AppError(422, 'wallet_balance_low', { fields: { amount: 'more than the balance' } })
    // Read under the wallet's lock: a trip waits before its money is posted.
    const free = withdrawable({ balance, withheld: await findWithheld(tx, who.id) })
    if (free < amount)
      throw new AppError(422, 'withdrawal_withheld', {
        fields: { amount: 'more than what does not wait for the office' },
        extra: { free: toMajor(free, exponent) },
      })
    const id = newId()
    await insertWithdrawal(tx, {
      id,
      user_id: who.id,
      amount,
      currency: settings.code,
      // whole milliseconds, because the list's cursor compares exactly
      asked_at: new Date(await nowMs(tx)),
      ...(settings.bank_fields
        ? { bank_name: bank.bankName, bank_code: bank.bankCode, bank_account: bank.bankAccount, not_before: notBefore }
        : {}),
    })
    await post(tx, [withdrawalAsked(who.id, amount, id)], { actorId: who.id, currency: settings.code })
    await reportWaiting(tx, 'withdrawals')
    await app.failpoint.at('withdraw.before_commit')
    return { withdrawal: viewWithdrawal(await selectWithdrawal(tx, id), settings, who) }
  })
}
