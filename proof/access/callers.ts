import type { Role } from '@remis/domain/kit/endpoint'
import type { Person } from './actors.ts'
import type { Standing } from './policy/policy-row.ts'
import type { World } from './world.ts'
import type { Staged } from './stage.ts'

/** Who calls, and what they are to the object. */
export interface Actor {
  readonly name: string
  readonly token: string | undefined
  /** undefined: nobody the server knows */
  readonly role: Role | undefined
  readonly id: string | undefined
  readonly standings: readonly Standing[]
}

/** What a call is about. */
export interface Target {
  readonly name: string
  readonly id: string
  readonly booking?: Staged
  /** of the object, beside the plain roles: by person's id */
  readonly related: Readonly<Record<string, readonly Standing[]>>
}

const plain: Readonly<Record<Role, Standing>> = {
  rider: 'rider',
  driver: 'driver',
  fleetadmin: 'fleet admin',
  admin: 'admin',
}

export const actorAs = (name: string, person: Person, target: Target | undefined): Actor => ({
  name,
  token: person.token,
  role: person.role,
  id: person.id,
  standings: [...(target?.related[person.id] ?? []), plain[person.role]],
})

/** Nobody whom the server knows: without a token, with the anonymous one, with one that is worth nothing any more. */
export const strangers = ({ cast }: World, visitorToken: string): Actor[] => {
  const stranger = (name: string, token: string | undefined, standings: readonly Standing[] = []): Actor => ({
    name,
    token,
    role: undefined,
    id: undefined,
    standings: [...standings, 'everybody'],
  })
  return [
    stranger('nobody', undefined),
    stranger('visitor', visitorToken, ['visitor']),
    ...Object.entries(cast.dead).map(([name, token]) => stranger(name, token)),
  ]
}

/** The people of the policy, as they stand to this object; a booking brings its own drivers. */
export const people = ({ cast, own, foreign, later }: World, target: Target | undefined): Actor[] => {
  const named: [string, Person][] = [
    ['rider', cast.rider],
    ['other rider', cast.otherRider],
    ['other driver', cast.otherDriver],
    ['fleet admin', cast.fleetAdmin],
    ['other fleet admin', cast.otherFleetAdmin],
    ['admin', cast.admin],
  ]
  const booking = target?.booking
  if (booking !== undefined) named.push(['its driver', booking.driver], ['driver who passed', booking.passed])
  // Without an object: drivers in every state of a trip.
  if (target === undefined)
    for (const one of [...own, foreign, later]) named.push([`driver of a ride that is ${one.status}`, one.driver])
  return named.map(([name, person]) => actorAs(name, person, target))
}

export const bookingTarget = (name: string, booking: Staged): Target => ({
  name,
  id: booking.id,
  booking,
  related: {
    [booking.customer.id]: ['its customer'],
    // Not paid yet: no driver has heard of it.
    ...(booking.status === 'PAYMENT_PENDING' ? {} : offeredTo(booking)),
  },
})

const offeredTo = (booking: Staged): Target['related'] => ({
  [booking.driver.id]: booking.taken ? ['its driver', 'offered driver'] : ['offered driver'],
  [booking.passed.id]: ['offered driver'],
  ...(booking.taken ? { [booking.fleetAdmin.id]: ['its fleet admin'] } : {}),
})
