import { exponentOf } from '@remis/domain/kit/currency'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { debtsApi } from '@remis/domain/wallet/debts-api'
import { debtTakenByDriver } from '@remis/domain/wallet/postings'
import { lockWalletRole } from '../../people/find-person.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { lockBalances } from '../balances.ts'
import { post } from '../post.ts'
import type { WalletDeps } from '../wallet-deps.ts'
import { selectDebt, selectTripsOf } from './debt-store.ts'
import { viewDebt } from './list-debts.ts'

/**
 * Records that the driver of a trip took the rest of a debt in cash [design/money-99]: the postings of the driver's own
 * answer; rider and driver are notified. 409 when nothing is open or the rest is another than the admin saw.
 */
export const recordDriverCash: UseCase<WalletDeps, typeof debtsApi.driverCash> = async (app, call) => {
  const { id } = call.params
  const { bookingId } = call.body
  const reason = call.body.reason.trim()
  if (reason === '') throw new AppError(422, 'reason_missing', { fields: { reason: 'missing' } })
  return call.commit(async (tx) => {
    const found = await selectDebt(tx, id)
    const driver = (await selectTripsOf(tx, found)).find((trip) => trip.bookingId === bookingId)?.driver
    // The lock keeps the driver a driver until the commit.
    if (driver === undefined || (await lockWalletRole(tx, driver)) !== 'driver')
      throw new AppError(422, 'debt_trip_invalid', { fields: { bookingId: 'no trip of this debt' } })
    // The rest changes only under this lock.
    await lockBalances(tx, [found.rider_id, driver, ...(found.driver_id === null ? [] : [found.driver_id])])
    const debt = await selectDebt(tx, id)
    const amount = toMajor(debt.rest, exponentOf(debt.currency))
    if (debt.rest === 0) throw new AppError(409, 'debt_settled')
    if (amount !== call.body.amount) throw new AppError(409, 'debt_changed')
    const open = { id, bookingId: debt.booking_id, rider: debt.rider_id, driver: debt.driver_id, rest: debt.rest }
    await post(tx, debtTakenByDriver(open, { bookingId, driver }), {
      actorId: call.who.id,
      currency: debt.currency,
    })
    await addAudit(tx, {
      actor: call.who,
      address: call.address,
      action: 'debt.driver-cash',
      subject: `debt:${id}`,
      data: { amount: debt.rest, booking: bookingId, driver, reason },
    })
    const about = { screen: 'wallet', bookingId } as const
    await app.notify(tx, [
      { user: debt.rider_id, message: 'notice_debt_taken', params: { amount }, ...about },
      { user: driver, message: 'notice_debt_taken_driver', params: { amount, reason }, ...about },
    ])
    return { debt: viewDebt(await selectDebt(tx, id)) }
  })
}
