import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { checkNames, officeKeepsVehicle, strandsMoney } from '@remis/domain/people/person-checks'
import type { peopleApi } from '@remis/domain/people/people-api'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import { removeSocials } from '../../accounts/social/report-social.ts'
import { findWithheld } from '../../booking/reviews/review-trip.ts'
import { setDocumentsUntil } from '../../driver-documents/documents-until.ts'
import { followApproval } from '../../driver-documents/follow-approval.ts'
import { closeLostReservations, removeFromDispatch } from '../../dispatch/remove-from-dispatch.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { findMoneyUnderWay } from '../../payments/reconcile/money-under-way.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import { reportWaiting } from '../../platform/live/office-waiting.ts'
import { endAccess } from '../../accounts/end-access.ts'
import { lockWallets } from '../../wallet/balances.ts'
import type { PersonFacts } from '../find-person.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { findEditVersion, freeDriversOf, offline, selectVehicle, updatePerson } from '../person-store.ts'
import { checkCarType, checkOwner } from './check-driver-fields.ts'
import { auditPerson, lockLeaving, lockManaged, refuseOnTrip } from './locked-person.ts'
import { endBookingsOf } from './end-bookings.ts'
import { confirmForOffice, reportAdmin } from './new-admin.ts'
import { selectOpenBusiness } from './people-list-store.ts'
import { viewPersonFor } from './read-person.ts'

type UpdateBody = Call<typeof peopleApi.update>['body']

const namesOf = ({ firstName, lastName }: UpdateBody) => ({
  ...(firstName === undefined ? {} : { first_name: firstName.trim() }),
  ...(lastName === undefined ? {} : { last_name: lastName.trim() }),
})

const carOf = (body: UpdateBody) => ({
  ...(body.carTypeId === undefined ? {} : { car_type_id: body.carTypeId }),
  ...(body.vehicleMake === undefined ? {} : { vehicle_make: trimmedOrNull(body.vehicleMake) }),
  ...(body.vehicleModel === undefined ? {} : { vehicle_model: trimmedOrNull(body.vehicleModel) }),
  ...(body.vehicleNumber === undefined ? {} : { vehicle_number: trimmedOrNull(body.vehicleNumber) }),
  ...(body.other_info === undefined ? {} : { other_info: trimmedOrNull(body.other_info) }),
})

const changesVehicle = async (tx: Tx, id: string, car: ReturnType<typeof carOf>): Promise<boolean> => {
  const stored = await selectVehicle(tx, id)
  const names = Object.keys(stored) as (keyof typeof stored)[]
  return names.some((name) => car[name] !== undefined && car[name] !== stored[name])
}

/**
 * Changes names and, of a driver, the vehicle and the fleet; email and mobile stay [people-13]. A trip that goes on
 * keeps the fleet and the vehicle that it was accepted with. Only an admin moves a driver to another fleet, and while
 * drivers need an approval changes the vehicle of an approved one [design/people-26]. A change of an older version is
 * 409 with the stored person [design/people-18]. The audit log gets the names of the changed fields, and no values but
 * ids [design/access-110].
 */
export const changePerson: UseCase<PeopleDeps, typeof peopleApi.update> = async (app, call) => {
  const { body, who } = call
  const { driver_approval } = await app.settings.current()
  const reply = await call.commit(async (tx) => {
    const ownerFault = body.fleetadmin ? await checkOwner(tx, body.fleetadmin) : null
    const person = await lockManaged(tx, call)
    const { version } = body
    if (version !== undefined && version !== (await findEditVersion(tx, person.id)))
      throw new AppError(409, 'row_changed', { extra: { row: await viewPersonFor(app, tx, who, person.id) } })
    const fault = checkNames(body)
    if (fault !== null) throw faultError(fault)
    const isDriver = person.role === 'driver'
    if (isDriver) await checkCarType(tx, body.carTypeId, person.id)
    if (body.fleetadmin !== undefined && who.role !== 'admin') throw new AppError(403, 'forbidden')
    if (isDriver && ownerFault !== null) throw ownerFault
    const car: ReturnType<typeof carOf> = isDriver ? carOf(body) : {}
    const keeps = officeKeepsVehicle({ editor: who.role, approved: person.approved, driver_approval })
    if (keeps && (await changesVehicle(tx, person.id, car))) throw new AppError(403, 'vehicle_by_office')
    const changes = {
      ...namesOf(body),
      ...car,
      ...(isDriver && body.fleetadmin !== undefined ? { fleetadmin: body.fleetadmin } : {}),
    }
    await updatePerson(tx, person.id, changes)
    if (car.car_type_id !== undefined) await setDocumentsUntil(tx, person.id)
    const fields = Object.keys(changes)
    if (fields.length > 0) {
      const ids = isDriver ? { car_type_id: body.carTypeId, fleetadmin: body.fleetadmin } : {}
      await auditPerson(tx, call, 'update', person.id, { fields, ...ids })
    }
    return { person: await viewPersonFor(app, tx, who, person.id) }
  })
  const { queue, carTypeId } = reply.person
  if (queue !== undefined) app.drivers.setState(call.params.id, { carType: carTypeId ?? null, busy: queue })
  if (call.body.carTypeId !== undefined) await closeLostReservations(app, call.params.id)
  return reply
}

/**
 * Approves, or takes the approval back: the next call and open screens are refused then [design/accounts-5], open
 * requests close, open bookings of a rider end. Not during a trip: a suspension waits for its end. Approving someone of
 * the office asks for the password [design/accounts-143]; an approval of an older version is 409 `person_changed`
 * [design/people-30].
 */
export const approvePerson: UseCase<PeopleDeps, typeof peopleApi.approve> = async (app, call) => {
  const { approved, version } = call.body
  const { id } = call.params
  const reply = await call.commit(async (tx) => {
    const person = approved ? await lockManaged(tx, call) : await lockLeaving(tx, call)
    if (person.approved !== approved) {
      if (approved && version !== undefined && version !== (await findEditVersion(tx, id)))
        throw new AppError(409, 'person_changed')
      if (approved) await confirmForOffice(app, tx, call.who, person.role)
      else await refuseOnTrip(tx, call, person)
      await updatePerson(tx, id, approved ? { approved } : { approved, ...offline })
      await followApproval(tx, id, { approved, by: call.who.id })
      await auditPerson(tx, call, approved ? 'approve' : 'disapprove', id)
      await reportWaiting(tx, 'drivers')
      if (approved && person.role === 'admin') await reportAdmin(tx, call.who, id)
      if (approved && person.role === 'driver')
        await queueMail(app, tx, { template: 'driver_approved', userId: id, params: { link: '/drive' } })
    }
    return { person: await viewPersonFor(app, tx, call.who, id) }
  })
  if (!approved) {
    await removeFromDispatch(app, id)
    await endBookingsOf(app, id)
  }
  return reply
}

/** What the old role leaves open: it would have no owner afterwards [design/people-8]. */
const refuseOpen = async (tx: Tx, person: PersonFacts, to: Role): Promise<void> => {
  const open = await selectOpenBusiness(tx, person.id)
  const wallet = (await lockWallets(tx, [person.id]))(person.id)
  const money = { ...wallet, ...(await findMoneyUnderWay(tx, person.id)) }
  const left = {
    trip: open.trip === null ? 0 : 1,
    bookings: open.bookings,
    unpaid: open.unpaid,
    drivers: open.drivers,
    withdrawals: open.withdrawals,
    wallet: strandsMoney(money, to) ? 1 : 0,
    // Only a driver's wallet holds it back.
    withheld: to === 'driver' ? 0 : await findWithheld(tx, person.id),
  }
  const field = Object.entries(left).find(([, count]) => count > 0)?.[0]
  if (field !== undefined) throw new AppError(409, 'person_has_open_business', { fields: { usertype: field } })
}

/**
 * Another role: every session ends, since it has the rights of the old one [design/accounts-5], and for the office
 * Facebook and Apple [design/accounts-140].
 */
export const changeRole: UseCase<PeopleDeps, typeof peopleApi.changeRole> = async (app, call) => {
  const { usertype } = call.body
  const { id } = call.params
  let changed = false
  const reply = await call.commit(async (tx) => {
    const person = await lockLeaving(tx, call)
    changed = person.role !== usertype
    if (changed) {
      await confirmForOffice(app, tx, call.who, usertype)
      await refuseOnTrip(tx, call, person)
      await refuseOpen(tx, person, usertype)
      // The archived ones: with others the change is refused.
      if (person.role === 'fleetadmin') await freeDriversOf(tx, id)
      await updatePerson(tx, id, { usertype, fleetadmin: null, ...offline })
      await endAccess(tx, id)
      if (isOffice(usertype)) await removeSocials(tx, id, { actor: call.who, address: call.address })
      await auditPerson(tx, call, 'role', id, { from: person.role, to: usertype })
      if (!person.approved && (person.role === 'driver' || usertype === 'driver')) await reportWaiting(tx, 'drivers')
      if (usertype === 'admin') await reportAdmin(tx, call.who, id)
    }
    return { person: await viewPersonFor(app, tx, call.who, id) }
  })
  if (changed) await removeFromDispatch(app, id)
  return reply
}
