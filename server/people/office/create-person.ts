import type { Role } from '@remis/domain/kit/endpoint'
import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { checkNewPerson } from '@remis/domain/people/person-checks'
import type { peopleApi, PersonView } from '@remis/domain/people/people-api'
import { trimmedOrNull } from '@remis/domain/kit/clean-text'
import { findTakenField, userExists } from '../../accounts/account-lookups.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { fullNumberOf } from '../../accounts/mobile-number.ts'
import { countFleetLookup } from '../../accounts/sign-in/guards.ts'
import { queueWelcome } from '../../accounts/reset/queue-welcome.ts'
import type { Call, UseCase } from '../../platform/http/use-case.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { checkCarType, checkOwner } from './check-driver-fields.ts'
import { auditPerson } from './locked-person.ts'
import { confirmForOffice, reportAdmin } from './new-admin.ts'
import { viewPersonFor } from './read-person.ts'

type AddCall = Call<typeof peopleApi.addDriver>

interface Made {
  readonly usertype: Role
  /** the owner of a driver */
  readonly fleetadmin: string | null
  readonly approved: boolean
}

/**
 * Adds a person with `createdByAdmin` and a referral id [people-10]. In order: names, email, mobile, the car type of a
 * driver, whether the person exists (`user_exists`), the owner. Without a password: the person sets one by the link of
 * the welcome mail, or signs in by a code.
 */
const create = async (app: PeopleDeps, call: AddCall, made: Made): Promise<{ person: PersonView }> => {
  const { body } = call
  const [email, mobile] = [trimmedOrNull(body.email), trimmedOrNull(body.mobile)]
  const entry = {
    firstName: body.firstName.trim(),
    lastName: body.lastName.trim(),
    email: email ?? '',
    mobile: mobile === null ? '' : fullNumberOf(mobile, await app.settings.current()),
  }
  const fault = checkNewPerson(entry)
  if (fault !== null) throw faultError(fault)
  const isDriver = made.usertype === 'driver'
  if (isDriver) await checkCarType(app.db.request, body.carTypeId)
  if (call.who.role === 'fleetadmin') await countFleetLookup(app, call.who.id)
  const number = entry.mobile === '' ? null : entry.mobile
  // A check that fails is no answer to whether the person exists [people-9].
  const field = await findTakenField(app.db.request, { email, mobile: number }).catch((cause: unknown) => {
    throw new AppError(503, 'email_or_mobile_issue', { cause })
  })
  if (field !== null) throw userExists(field)
  return call.commit(async (tx) => {
    await confirmForOffice(app, tx, call.who, made.usertype)
    const owner = isDriver ? made.fleetadmin : null
    const ownerFault = owner === null ? null : await checkOwner(tx, owner)
    if (ownerFault !== null) throw ownerFault
    const id = await createAccount(
      tx,
      {
        ...entry,
        email,
        mobile: number,
        usertype: made.usertype,
        approved: made.approved,
        createdByAdmin: true,
        fleetadmin: owner,
        ...(isDriver
          ? {
              car: {
                carTypeId: body.carTypeId ?? null,
                make: trimmedOrNull(body.vehicleMake),
                model: trimmedOrNull(body.vehicleModel),
                number: trimmedOrNull(body.vehicleNumber),
                otherInfo: trimmedOrNull(body.other_info),
              },
            }
          : {}),
      },
      null,
    )
    if (id === null) throw userExists(email === null ? 'mobile' : 'email')
    if (email !== null) await queueWelcome(app, tx, { id, email })
    await auditPerson(tx, call, 'add', id, { usertype: made.usertype, fleetadmin: owner })
    if (made.usertype === 'admin') await reportAdmin(tx, call.who, id)
    return { person: await viewPersonFor(app, tx, call.who, id) }
  })
}

/** By an admin: approved from the start, an admin included [people-11]. */
export const addPersonByAdmin: UseCase<PeopleDeps, typeof peopleApi.add> = async (app, call) => {
  const { usertype, ...body } = call.body
  return create(app, { ...call, body } as AddCall, {
    usertype,
    fleetadmin: body.fleetadmin ?? null,
    approved: true,
  })
}

/**
 * A driver. A fleet admin's gets its id as owner [people-12], whatever the call names, and waits for the office while
 * drivers need an approval [design/people-2].
 */
export const addDriver: UseCase<PeopleDeps, typeof peopleApi.addDriver> = async (app, call) => {
  const admin = call.who.role === 'admin'
  const { driver_approval } = await app.settings.current()
  return create(app, call, {
    usertype: 'driver',
    fleetadmin: admin ? (call.body.fleetadmin ?? null) : call.who.id,
    approved: admin || !driver_approval,
  })
}
