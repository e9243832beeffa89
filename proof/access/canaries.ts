import { busyStatuses } from '@remis/domain/booking/statuses'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Person } from './actors.ts'
import { linkedOf } from './requests/guest-link-requests.ts'
import { bankAccount, officeNote, type World } from './world.ts'
import { chatTextOf, type Staged } from './stage/stage.ts'

/** The part of the world that holds canaries. */
export type Planted = Pick<World, 'actors' | 'demo' | 'all'>

/** A reader, with the call or connection they read. */
export interface Reader {
  readonly role: Role | undefined
  readonly id: string | undefined
  readonly call: string
}

/** A text that must not reach everyone, with its allowed readers [design/access-4]. */
export interface Canary {
  readonly what: string
  readonly text: string
  readonly may: (reader: Reader) => boolean
}

/** Admins get contacts, except in demo mode [design/access-12]. */
const office = (demo: boolean, { role }: Reader): boolean => role === 'admin' && !demo

/** Contacts are shared from ACCEPTED until a day after the end, never for a cancelled trip. */
const inTouch = ({ taken, status, old }: Staged): boolean =>
  taken && (busyStatuses.includes(status) || (status !== 'CANCELLED' && !old))

const contactsOf = ({ actors, demo, all }: Planted, person: Person): Canary[] => {
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
  /** The tables of a fleet admin show the contacts of its drivers [people-6]. */
  const managed = (reader: Reader): boolean =>
    !demo &&
    /\/api\/(drivers|people|office-search)/.test(reader.call) &&
    (ownFleet(reader) || (person === actors.otherDriver && reader.id === actors.otherFleetAdmin.id))
  return [
    {
      what: `the email address of ${person.name}`,
      text: person.email,
      may: (reader) => reader.id === person.id || office(demo, reader) || managed(reader),
    },
    {
      what: `the number of ${person.name}`,
      text: person.mobile,
      may: (reader) =>
        reader.id === person.id || office(demo, reader) || counterpart(reader) || ownFleet(reader) || managed(reader),
    },
    { what: `the session of ${person.name}`, text: person.token ?? '', may: () => false },
  ]
}

/** Quoted: five digits occur in many times and coordinates. */
const asCode = (code: string): string => `"${code}"`

const bookingOf = (booking: Staged, linked: Staged | undefined): Canary[] => {
  const { customer, driver, passed, fleetAdmin, taken, status } = booking
  const fleet = ({ id }: Reader): boolean => taken && id === fleetAdmin.id
  const onIt = (reader: Reader): boolean =>
    reader.id === customer.id || reader.role === 'admin' || (taken && reader.id === driver.id) || fleet(reader)
  /** The holder of a link sees where the one ride goes [design/access-101]. */
  const onItOrLinked = (reader: Reader): boolean =>
    onIt(reader) || (booking === linked && reader.call.endsWith('/guest-links/follow'))
  /** A driver of the fleet is reserved for it [booking-72]. */
  const planned = ({ id, call }: Reader): boolean => id === fleetAdmin.id && call.endsWith('/api/bookings/later')
  return [
    {
      what: `the code of a ${status} booking`,
      text: asCode(booking.otp),
      may: (reader) =>
        (reader.id === customer.id && (status === 'ACCEPTED' || status === 'ARRIVED')) ||
        (reader.role === 'admin' && reader.call.endsWith('/trip-code/reveal')),
    },
    {
      what: `the chat of a ${status} booking`,
      text: chatTextOf(booking.id),
      may: (reader) =>
        reader.id === customer.id ||
        (taken && reader.id === driver.id) ||
        (reader.role === 'admin' && reader.call.endsWith('/reveal')),
    },
    { what: `the exact drop of a ${status} booking`, text: booking.drop.add, may: onItOrLinked },
    { what: `the drop's place of a ${status} booking`, text: String(booking.drop.lat), may: onItOrLinked },
    {
      what: `that there is a ${status} booking`,
      text: booking.id,
      may: (reader) => onIt(reader) || planned(reader) || reader.id === driver.id || reader.id === passed.id,
    },
  ]
}

/** All canaries; rebuilt when bookings have moved. */
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
    ...all.flatMap((booking) => bookingOf(booking, linkedOf({ own: all }))),
    { what: 'a note of the office', text: officeNote, may: ({ role }) => role === 'admin' },
    { what: 'a password hash', text: '$argon2', may: () => false },
    {
      what: 'bank data in full',
      text: bankAccount,
      may: ({ role, call }) => role === 'admin' && /\/api\/(withdrawals|payouts)/.test(call),
    },
  ]
}

/** The canaries in these bytes that the reader must not get. */
export const leaks = (canaries: readonly Canary[], reader: Reader, bytes: string): string[] =>
  canaries.filter(({ text, may }) => text !== '' && bytes.includes(text) && !may(reader)).map(({ what }) => what)
