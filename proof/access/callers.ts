import type { Role } from '@remis/domain/kit/endpoint'
import type { Person } from './actors.ts'
import type { Relationship } from './policy/policy-row.ts'
import type { World } from './world.ts'
import type { Staged } from './stage/stage.ts'

/** A caller with their relationships to the object. */
export interface Caller {
  readonly name: string
  readonly token: string | undefined
  /** undefined: not signed in */
  readonly role: Role | undefined
  readonly id: string | undefined
  readonly relationships: readonly Relationship[]
}

/** The object of a call. */
export interface Target {
  readonly name: string
  readonly id: string
  readonly booking?: Staged
  /** relationships to the object by person's id, beside the plain roles */
  readonly related: Readonly<Record<string, readonly Relationship[]>>
}

const plain: Readonly<Record<Role, Relationship>> = {
  rider: 'rider',
  driver: 'driver',
  fleetadmin: 'fleet admin',
  admin: 'admin',
}

export const callerAs = (name: string, person: Person, target: Target | undefined): Caller => ({
  name,
  token: person.token,
  role: person.role,
  id: person.id,
  relationships: [...(target?.related[person.id] ?? []), plain[person.role]],
})

/**
 * Callers without a session: no token, a visitor's token, tokens of a link and a companion app, tokens of ended
 * sessions.
 */
export const strangers = ({ actors, holders }: World, visitorToken: string): Caller[] => {
  const stranger = (name: string, token: string | undefined, relationships: readonly Relationship[] = []): Caller => ({
    name,
    token,
    role: undefined,
    id: undefined,
    relationships: [...relationships, 'everybody'],
  })
  return [
    stranger('no token', undefined),
    stranger('visitor', visitorToken, ['visitor']),
    ...Object.entries({ ...holders, ...actors.dead }).map(([name, token]) => stranger(name, token)),
  ]
}

/** The people of the policy with their relationships to this object; a booking adds its own drivers. */
export const people = ({ actors, own, foreign, later }: World, target: Target | undefined): Caller[] => {
  const named: [string, Person][] = [
    ['rider', actors.rider],
    ['other rider', actors.otherRider],
    ['other driver', actors.otherDriver],
    ['fleet admin', actors.fleetAdmin],
    ['other fleet admin', actors.otherFleetAdmin],
    ['admin', actors.admin],
  ]
  const booking = target?.booking
  if (booking !== undefined) named.push(['its driver', booking.driver], ['driver who passed', booking.passed])
  // Without an object: drivers in every status of a trip.
  if (target === undefined)
    for (const one of [...own, foreign, later]) named.push([`driver of a ride that is ${one.status}`, one.driver])
  return named.map(([name, person]) => callerAs(name, person, target))
}

export const bookingTarget = (name: string, booking: Staged): Target => ({
  name,
  id: booking.id,
  booking,
  related: {
    [booking.customer.id]: ['its customer'],
    // Not paid yet: not offered to drivers.
    ...(booking.status === 'PAYMENT_PENDING' ? {} : offeredTo(booking)),
  },
})

const offeredTo = (booking: Staged): Target['related'] => ({
  [booking.driver.id]: booking.taken ? ['its driver', 'offered driver'] : ['offered driver'],
  [booking.passed.id]: ['offered driver'],
  ...(booking.taken ? { [booking.fleetAdmin.id]: ['its fleet admin'] } : {}),
})
