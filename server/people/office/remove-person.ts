import { AppError } from '@remis/domain/messages/app-error'
import type { peopleApi } from '@remis/domain/people/people-api'
import { removeFromDispatch } from '../../dispatch/remove-from-dispatch.ts'
import { lockWallets } from '../../wallet/balances.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import { reportWaiting } from '../../platform/live/office-waiting.ts'
import { endAccess } from '../../accounts/end-access.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { freeDriversOf, markDeleted } from '../person-store.ts'
import { endBookingsOf } from './end-bookings.ts'
import { auditPerson, lockLeaving, refuseOnTrip } from './locked-person.ts'

/**
 * Archives a person [people-14]: no sign-in, no session, email and number are free again. Open bookings are cancelled,
 * requests and reservations closed, drivers of a fleet admin belong to no fleet. What was driven, paid and owed stays
 * in the books [design/people-7]. Refused during a trip: an accept that is under way takes the driver's lock first, or
 * finds no driver.
 */
export const removePerson: UseCase<PeopleDeps, typeof peopleApi.remove> = async (app, call) => {
  const { id } = call.params
  await call.commit(async (tx) => {
    const person = await lockLeaving(tx, call)
    await app.failpoint.at('remove-person.locked')
    await refuseOnTrip(tx, call, person)
    if (call.who.role !== 'admin') await refuseOwing(tx, id)
    await markDeleted(tx, id, call.who.id)
    if (person.role === 'fleetadmin') await freeDriversOf(tx, id)
    await endAccess(tx, id)
    if (person.role === 'driver' && !person.approved) await reportWaiting(tx, 'drivers')
    await auditPerson(tx, call, 'delete', id, { usertype: person.role })
    return {}
  })
  await removeFromDispatch(app, id)
  await endBookingsOf(app, id)
  return {}
}

/**
 * A fleet admin could add the driver again with a new wallet, and what is owed to the office would stay with the
 * archived account [design/people-29].
 */
const refuseOwing = async (tx: Tx, driver: string): Promise<void> => {
  const { balance, owed } = (await lockWallets(tx, [driver]))(driver)
  if (balance < 0 || owed > 0) throw new AppError(409, 'driver_owes_office')
}
