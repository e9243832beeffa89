import { exponentOf } from '@remis/domain/kit/currency'
import { isAmount, toMajor, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { debtsApi } from '@remis/domain/wallet/debts-api'
import { adminCredit } from '@remis/domain/wallet/postings'
import { addAudit } from '../platform/database/audit.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { findBalance } from './balances.ts'
import { post } from './post.ts'
import type { WalletDeps } from './wallet-deps.ts'

/** An admin adds money to a wallet [wallet-9], for example cash that the office took; debts are paid from it first. */
export const creditWallet: UseCase<WalletDeps, typeof debtsApi.credit> = async (app, call) => {
  const { id: user } = call.params
  const { code, decimal } = await app.settings.current()
  const exponent = exponentOf(code)
  const reason = call.body.reason.trim()
  if (!(call.body.amount > 0) || !isAmount(call.body.amount, { decimal, exponent }))
    throw new AppError(422, 'invalid_input', { fields: { amount: 'above 0, with the decimals of amounts' } })
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'missing' } })
  const amount = toMinor(call.body.amount, exponent)
  return call.commit(async (tx) => {
    await post(tx, [adminCredit(user, amount)], { actorId: call.who.id, currency: code })
    await addAudit(tx, {
      actor: { id: call.who.id, role: call.who.role },
      address: call.address,
      action: 'wallet.credit',
      subject: `user:${user}`,
      data: { amount, reason },
    })
    await app.notify(tx, [
      {
        user,
        message: 'notice_wallet_credit',
        params: { amount: call.body.amount },
        screen: 'wallet',
        bookingId: null,
      },
    ])
    return { balance: toMajor(await findBalance(tx, user), exponent), currency: code }
  })
}
