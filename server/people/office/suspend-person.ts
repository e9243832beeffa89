import { faultError } from '@remis/domain/kit/check'
import { checkSuspension } from '@remis/domain/people/person-checks'
import type { peopleApi } from '@remis/domain/people/people-api'
import { removeFromDispatch } from '../../dispatch/remove-from-dispatch.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { offline, updatePerson, updateSuspension } from '../person-store.ts'
import { endBookingsOf } from './end-bookings.ts'
import { auditPerson, lockLeaving, lockManaged } from './locked-person.ts'
import { confirmForOffice, reportAdmin } from './new-admin.ts'
import { viewPersonFor } from './read-person.ts'

/**
 * Suspends with a reason until a time, or until the office ends it. The next call is refused and open screens close
 * within 2 s; during a trip both wait for its end, unless it is at once, which aborts the trip [design/people-6]. Open
 * bookings of a rider are cancelled and requests of a driver are closed either way. Suspending again replaces the
 * suspension.
 */
export const suspendPerson: UseCase<PeopleDeps, typeof peopleApi.suspend> = async (app, call) => {
  const { id } = call.params
  const { until, atOnce = false } = call.body
  const reason = call.body.reason.trim()
  const reply = await call.commit(async (tx) => {
    const fault = checkSuspension({ reason, until }, await nowMs(tx))
    if (fault !== null) throw faultError(fault)
    const person = await lockLeaving(tx, call)
    await updateSuspension(tx, id, { reason, until, by: call.who.id, atOnce })
    if (person.role === 'driver') await updatePerson(tx, id, offline)
    await auditPerson(tx, call, 'suspend', id, { reason, until, atOnce })
    await app.failpoint.at('suspend.before_commit')
    return { person: await viewPersonFor(app, tx, call.who, id) }
  })
  await removeFromDispatch(app, id)
  await endBookingsOf(app, id)
  // The reply of the commit, because a repeated call gets the same answer.
  return reply
}

/**
 * The person can sign in again, and earlier sessions are valid again. For an account of the office it asks for the
 * password [design/accounts-143].
 */
export const unsuspendPerson: UseCase<PeopleDeps, typeof peopleApi.unsuspend> = async (app, call) =>
  call.commit(async (tx) => {
    const person = await lockManaged(tx, call)
    await confirmForOffice(app, tx, call.who, person.role)
    await updateSuspension(tx, person.id, null)
    await auditPerson(tx, call, 'unsuspend', person.id)
    if (person.role === 'admin' && person.suspended) await reportAdmin(tx, call.who, person.id)
    return { person: await viewPersonFor(app, tx, call.who, person.id) }
  })
