import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import { withdrawable } from '@remis/domain/wallet/withdrawal-checks'
import type { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { findWithheld } from '../../booking/reviews/review-trip.ts'
import { findBankDetails } from '../../people/bank-details.ts'
import { lockWalletRole } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../balances.ts'
import { openWithdrawal } from '../open-withdrawal.ts'
import { viewWithdrawal } from '../view-withdrawal.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import { selectWithdrawal } from '../withdrawal-store.ts'

/**
 * The office has the whole balance of a rider or driver paid out, also where the owner may not withdraw it: as a
 * withdrawal that is processed or rejected like any other [design/money-85].
 */
export const payOutWallet: UseCase<WalletDeps, typeof withdrawalsApi.payOut> = async (app, call) => {
  const { id: owner } = call.params
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'missing' } })
  const settings = await app.settings.current()
  const { code: currency } = settings
  return call.commit(async (tx) => {
    if ((await lockWalletRole(tx, owner)) === null) throw new AppError(404, 'not_found')
    const bank = settings.bank_fields ? await findBankDetails(tx, owner) : null
    const balance = (await lockBalances(tx, [owner]))(owner)
    const amount = withdrawable({ balance, withheld: await findWithheld(tx, owner) })
    if (amount === 0) throw new AppError(409, 'nothing_to_pay_out')
    const id = await openWithdrawal(app, tx, { owner, by: call.who.id, amount, currency, bank })
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'wallet.pay-out',
      subject: `user:${owner}`,
      data: { withdrawal: id, amount, reason },
    })
    await app.notify(tx, [
      {
        user: owner,
        message: 'notice_wallet_pay_out',
        params: { amount: toMajor(amount, exponentOf(currency)), reason },
        screen: 'wallet',
        bookingId: null,
      },
    ])
    await app.failpoint.at('pay-out.before_commit')
    return { withdrawal: viewWithdrawal(await selectWithdrawal(tx, id), settings, call.who) }
  })
}
