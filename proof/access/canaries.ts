import { busyStatuses } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Person } from './actors.ts'
import { bankAccount, type World } from './world.ts'
import type { Staged } from './stage.ts'

/** As much of the world as is planted with canaries. */
export type Planted = Pick<World, 'actors' | 'demo' | 'all'>

/** Who reads, and over which call or link. */
export interface Reader {
  readonly role: Role | undefined
  readonly id: string | undefined
  readonly call: string
}

/** Something that must not reach everybody, with who may have it: trust-and-speed §1.8, row by row. */
export interface Canary {
  readonly what: string
  readonly text: string
  readonly may: (reader: Reader) => boolean
}

/** The office sees contacts, except in demo mode, where the server leaves them out. */
const office = (demo: boolean, { role }: Reader): boolean => role === 'admin' && !demo

/** ACCEPTED to REACHED and a day more; never for a trip that did not happen. */
const inTouch = ({ taken, status, old }: Staged): boolean =>
  taken && (busyStatuses.includes(status) || (status !== 'CANCELLED' && !old))

const contactsOf = ({ demo, all }: Planted, person: Person): Canary[] => {
  const counterpart = ({ id }: Reader): boolean =>
    all.some(
      (booking) =>
        inTouch(booking) &&
        ((booking.customer === person && booking.driver.id === id) ||
          (booking.driver === person && booking.customer.id === id)),
    )
  const ownFleet = ({ id }: Reader): boolean =>
    !demo &&
    all.some(({ driver, passed, fleetAdmin }) => fleetAdmin.id === id && (driver === person || passed === person))
  return [
    {
      what: `the mail address of ${person.name}`,
      text: person.email,
      may: (reader) => reader.id === person.id || office(demo, reader),
    },
    {
      what: `the number of ${person.name}`,
      text: person.mobile,
      may: (reader) => reader.id === person.id || office(demo, reader) || counterpart(reader) || ownFleet(reader),
    },
    { what: `the session of ${person.name}`, text: person.token ?? '', may: () => false },
  ]
}

/** Quoted, or as a number of its own: five digits stand in many a time and place. */
const asCode = (code: string): string => `"${code}"`

const bookingOf = (booking: Staged): Canary[] => {
  const { customer, driver, passed, fleetAdmin, taken, status } = booking
  const fleet = ({ id }: Reader): boolean => taken && id === fleetAdmin.id
  const onIt = (reader: Reader): boolean =>
    reader.id === customer.id || reader.role === 'admin' || (taken && reader.id === driver.id) || fleet(reader)
  return [
    {
      what: `the code of a ${status} booking`,
      text: asCode(booking.otp),
      may: (reader) =>
        (reader.id === customer.id && (status === 'ACCEPTED' || status === 'ARRIVED')) ||
        (reader.role === 'admin' && reader.call.endsWith('/trip-code/reveal')),
    },
    { what: `the exact drop of a ${status} booking`, text: booking.drop.add, may: onIt },
    { what: `the drop's place of a ${status} booking`, text: String(booking.drop.lat), may: onIt },
    {
      what: `that there is a ${status} booking`,
      text: booking.id,
      may: (reader) => onIt(reader) || reader.id === driver.id || reader.id === passed.id,
    },
  ]
}

/** Everything planted; made anew when bookings have moved on. */
export const canariesOf = (world: Planted): Canary[] => {
  const { actors, all } = world
  const everybody = new Set<Person>([
    actors.rider,
    actors.otherRider,
    actors.otherDriver,
    actors.fleetAdmin,
    actors.otherFleetAdmin,
    actors.admin,
    ...all.flatMap(({ driver, passed }) => [driver, passed]),
  ])
  return [
    ...[...everybody].flatMap((person) => contactsOf(world, person)),
    ...all.flatMap(bookingOf),
    { what: 'a password hash', text: '$argon2', may: () => false },
    {
      what: 'bank data in full',
      text: bankAccount,
      may: ({ role, call }) => role === 'admin' && call.includes('/api/withdrawals'),
    },
  ]
}

/** What this reader must not have been sent. */
export const leaks = (canaries: readonly Canary[], reader: Reader, bytes: string): string[] =>
  canaries.filter(({ text, may }) => text !== '' && bytes.includes(text) && !may(reader)).map(({ what }) => what)
