import { exponentOf } from '@remis/domain/kit/currency'
import { isAmount, toMinor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { paymentsApi } from '@remis/domain/payments/payments-api'
import type { UseCase } from '../platform/http/use-case.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { insertTopUp } from './top-up-store.ts'

/**
 * Creates an order to add money to the caller's wallet; it is paid through the provider's form. Refuses amounts that
 * the shown decimals cannot hold, that are not above zero or beyond the limit [design/payments-12].
 */
export const topUpWallet: UseCase<PaymentDeps, typeof paymentsApi.topUp> = async (app, call) => {
  const { code, decimal } = await app.settings.current()
  const exponent = exponentOf(code)
  const refused = new AppError(422, 'top_up_amount_invalid', { fields: { amount: 'not valid' } })
  const { amount } = call.body
  if (amount <= 0 || amount > app.config.limits.payments.topUpMost) throw refused
  if (!isAmount(amount, { decimal, exponent })) throw refused
  return call.commit(async (tx) => {
    const order = await insertTopUp(tx, { userId: call.who.id, amount: toMinor(amount, exponent), currency: code })
    return {
      topUp: {
        id: order.id,
        amount,
        currency: code,
        createdAt: order.createdAt,
        paidAt: null,
      },
    }
  })
}
