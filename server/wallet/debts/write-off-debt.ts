import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { debtsApi } from '@remis/domain/wallet/debts-api'
import { debtWrittenOff } from '@remis/domain/wallet/postings'
import { addAudit } from '../../platform/database/audit.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../balances.ts'
import { noteWriteOff, selectDebt } from './debt-store.ts'
import { viewDebt } from './list-debts.ts'
import { post } from '../post.ts'
import type { WalletDeps } from '../wallet-deps.ts'

/**
 * Gives up the rest of a debt. The pending fee ends with it; what the driver was paid already, the platform bears
 * [design/money-48]; both are notified. 409 when nothing is open.
 */
export const writeOffDebt: UseCase<WalletDeps, typeof debtsApi.writeOff> = async (app, call) => {
  const { id } = call.params
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'missing' } })
  return call.commit(async (tx) => {
    const { rider_id, driver_id } = await selectDebt(tx, id)
    // The rest changes only under this lock.
    await lockBalances(tx, driver_id === null ? [rider_id] : [rider_id, driver_id])
    const debt = await selectDebt(tx, id)
    if (debt.rest === 0) throw new AppError(409, 'debt_settled')
    const open = { id, bookingId: debt.booking_id, rider: rider_id, driver: driver_id, rest: debt.rest }
    await post(tx, [debtWrittenOff(open)], { actorId: call.who.id, currency: debt.currency })
    await noteWriteOff(tx, id, call.who.id, reason)
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'debt.write-off',
      subject: `debt:${id}`,
      data: { amount: debt.rest, reason },
    })
    const about = { screen: 'wallet', bookingId: debt.booking_id } as const
    const amount = toMajor(debt.rest, exponentOf(debt.currency))
    await app.notify(tx, [
      { user: rider_id, message: 'notice_debt_written_off', params: { amount }, ...about },
      ...(driver_id === null
        ? []
        : [{ user: driver_id, message: 'notice_fee_written_off' as const, params: { amount, reason }, ...about }]),
    ])
    return { debt: viewDebt(await selectDebt(tx, id)) }
  })
}
