import { faultError } from '@remis/domain/kit/check'
import { exponentOf } from '@remis/domain/kit/currency'
import { toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { maskedAccount } from '@remis/domain/wallet/masked-account'
import { withdrawalAsked } from '@remis/domain/wallet/postings'
import { checkWithdrawal, type BankDetails } from '@remis/domain/wallet/withdrawal-checks'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { v7 as newId } from 'uuid'
import { findBankDetails, saveBankDetails } from '../people/bank-details.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Call, UseCase } from '../platform/http/use-case.ts'
import { lockBalances } from './balances.ts'
import { post } from './post.ts'
import { viewWithdrawal } from './view-withdrawal.ts'
import type { WalletDeps } from './wallet-deps.ts'
import { insertWithdrawal, selectWithdrawal } from './withdrawal-store.ts'

type AskCall = Call<typeof withdrawalsApi.ask>

const givenText = (value: string | undefined): string | null => (value?.trim() ? value.trim() : null)

/** The request's bank details, completed by the stored ones. */
const bankOf = async (tx: Tx, { body, who }: AskCall): Promise<BankDetails> => {
  const known = await findBankDetails(tx, who.id)
  const account = givenText(body.bankAccount)
  return {
    bankName: givenText(body.bankName) ?? known.bankName,
    bankCode: givenText(body.bankCode) ?? known.bankCode,
    // A masked account that is sent back means the stored one [design/money-30].
    bankAccount: account === null || account === maskedAccount(known.bankAccount) ? known.bankAccount : account,
  }
}

/**
 * Requests a withdrawal, which leaves the wallet at once. The wallet is locked before the balance is judged, so that
 * two requests, or a request and a hold, cannot spend the same money [design/money-29].
 */
export const askWithdrawal: UseCase<WalletDeps, typeof withdrawalsApi.ask> = async (app, call) => {
  const { body, who } = call
  const settings = await app.settings.current()
  const exponent = exponentOf(settings.code)
  return call.commit(async (tx) => {
    const bank = await bankOf(tx, call)
    const fault = checkWithdrawal({ role: who.role, amount: body.amount, bank, exponent, settings })
    if (fault !== null) throw faultError(fault)
    if (settings.bank_fields) await saveBankDetails(tx, who.id, bank)
    const amount = toMinor(body.amount, exponent)
    const balance = (await lockBalances(tx, [who.id]))(who.id)
    await app.failpoint.at('withdraw.locked')
    if (balance < amount) throw new AppError(422, 'wallet_balance_low', { fields: { amount: 'more than the balance' } })
    const id = newId()
    await insertWithdrawal(tx, {
      id,
      user_id: who.id,
      amount,
      currency: settings.code,
      // whole milliseconds, because the list's cursor compares exactly
      asked_at: new Date(await nowMs(tx)),
      ...(settings.bank_fields
        ? { bank_name: bank.bankName, bank_code: bank.bankCode, bank_account: bank.bankAccount }
        : {}),
    })
    await post(tx, [withdrawalAsked(who.id, amount, id)], { actorId: who.id, currency: settings.code })
    await app.failpoint.at('withdraw.before_commit')
    return { withdrawal: viewWithdrawal(await selectWithdrawal(tx, id), settings.bank_fields, who) }
  })
}
