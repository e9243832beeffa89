import { faultError } from '@remis/domain/kit/check'
import { AppError } from '@remis/domain/messages/app-error'
import { checkMayLeave } from '@remis/domain/people/person-checks'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Person } from '../../platform/http/use-case.ts'
import { findPerson, lockPerson, type PersonFacts } from '../find-person.ts'
import { lockAdmins } from '../person-store.ts'
import { selectTrip } from './people-list-store.ts'
import { fleetOf } from './read-person.ts'

interface OfficeCall {
  readonly who: Person
  readonly address: string
  readonly params: { readonly id: string }
}

/**
 * The person, locked until the commit, if the caller still manages them: a driver may have changed fleets since the
 * mount looked. An archived person cannot be changed: 404.
 */
export const lockManaged = async (tx: Tx, { who, params: { id } }: OfficeCall): Promise<PersonFacts> => {
  const person = await lockPerson(tx, id)
  const isOwn = who.role === 'admin' || (person?.role === 'driver' && person.fleetadmin === who.id)
  if (person === null || !isOwn) throw new AppError(404, 'not_found')
  return person
}

/**
 * The same, for an act after which the person can do less. Where it is an admin, all admins are locked, so that of two
 * who remove each other one stays [design/people-9].
 */
export const lockLeaving = async (tx: Tx, call: OfficeCall): Promise<PersonFacts> => {
  const known = await findPerson(tx, call.params.id)
  // In the order of ids: the person is one of them.
  const admins = known?.role === 'admin' ? await lockAdmins(tx) : null
  const person = await lockManaged(tx, call)
  // Became an admin meanwhile.
  if (person.role === 'admin' && admins === null) throw new AppError(503, 'busy_try_again')
  const others = (admins ?? []).filter(({ id, approved, suspended }) => id !== person.id && approved && !suspended)
  const fault = checkMayLeave({ actor: call.who.id, person, otherAdmins: others.length })
  if (fault !== null) throw faultError(fault)
  return person
}

/**
 * 409 while a trip goes on; under the person's lock, which accept and create take as well. A trip for another fleet is
 * not named [design/people-10].
 */
export const refuseOnTrip = async (tx: Tx, { who }: Pick<OfficeCall, 'who'>, person: PersonFacts): Promise<void> => {
  const trip = await selectTrip(tx, person.id, fleetOf(who))
  if (trip === undefined) return
  throw new AppError(409, 'person_on_trip', trip.named === null ? {} : { extra: { booking: trip.named } })
}

export const auditPerson = (
  tx: Tx,
  { who, address }: Omit<OfficeCall, 'params'>,
  action: string,
  id: string,
  data: object = {},
): Promise<void> =>
  addAudit(tx, {
    actor: who,
    address,
    action: `person.${action}`,
    subject: `user:${id}`,
    data: { ...data },
  })
