import type { Role } from '@remis/domain/kit/endpoint'
import { addCarType } from '@remis/server/fare/add-car-type'
import { credit } from '@remis/server/testing/money'
import { hashToken, newToken } from '@remis/server/platform/sessions/session-guard'
import { openCity, tariff, type City, type TestActor } from '@remis/server/testing/test-city'
import type { TestAppOptions } from '@remis/server/testing/app'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { freeGuesses } from '@remis/server/testing/test-platform'
import { sql } from 'kysely'
import { randomUUID as newId } from 'node:crypto'

/** A person of the proof with token and contacts; the contacts must not reach others. */
export interface Person extends TestActor {
  readonly role: Role
  readonly email: string
  readonly mobile: string
}

export interface Actors {
  readonly city: City
  readonly rider: Person
  readonly otherRider: Person
  /** never offered anything: the only driver of another car type */
  readonly otherDriver: Person
  readonly fleetAdmin: Person
  readonly otherFleetAdmin: Person
  readonly admin: Person
  /** tokens that are no longer valid, by the reason */
  readonly dead: Readonly<Record<'signed out' | 'expired' | 'unapproved' | 'suspended' | 'deleted' | 'forged', string>>
  /** a new person with a session */
  person(role: Role, more?: { fleetadmin?: string }): Promise<Person>
  /** a driver at the pickup, with a new car type unless given */
  driver(more?: { fleetadmin?: string; carType?: string }): Promise<Person>
  carType(): Promise<string>
  /** one more session of the same person */
  session(personId: string): Promise<string>
}

const cancelSlab = [
  { minsDelayed: 0, amount: 20 },
  { minsDelayed: 5, amount: 80 },
]
const extra = (description: string) => [{ description, amount: 12 }]

/** Long enough for a slow machine: no test here is about deadlines. */
const longLimits: TestAppOptions['limits'] = {
  dispatch: { offerSeconds: 3600, assignedOfferMinutes: 60 },
  guards: {
    signInPerAddress: { max: 1e6, windowSeconds: 60 },
    ...freeGuesses,
    signUpPerAddress: { max: 1e6, windowSeconds: 60 },
    resetPerAddress: { max: 1e6, windowSeconds: 60 },
    phoneCodePerAddress: { max: 1e6, windowSeconds: 60 },
    phoneCodePerPhone: [
      { max: 1e6, windowSeconds: 60 },
      { max: 1e6, windowSeconds: 60 },
    ],
    lookupPerAddress: { max: 1e6, windowSeconds: 60 },
    lookupPerFleet: { max: 1e6, windowSeconds: 60 },
  },
}

/** The people of the policy, in a city with the settings that show the most. */
export const openActors = async (database: TestDatabase, wishes: TestAppOptions = {}): Promise<Actors> => {
  const city = await openCity(database, { ...wishes, limits: { ...longLimits, ...wishes.limits } })
  const { db } = database
  const shows = {
    RiderWithDraw: true,
    bank_fields: true,
    positionFreshSeconds: 3600,
    autoDispatch: true,
    openBookings: 0,
  }
  await city.server.app.settings.change(shows, null)

  const withContacts = async (made: TestActor): Promise<Person> => {
    const row = await db.request.selectFrom('users').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    return { ...made, role: row.usertype, email: row.email ?? '', mobile: row.mobile ?? '' }
  }
  const person: Actors['person'] = async (role, more) => withContacts(await city.person(role, more))
  const carType = async () => {
    const id = await db.transact((tx) =>
      addCarType(tx, { ...tariff, image: 'sedan', cancelSlab, name: `Car ${newId()}` }),
    )
    const extras = { parcel_types: JSON.stringify(extra('Small box')), options: JSON.stringify(extra('By hand')) }
    await db.request.updateTable('car_types').set(extras).where('id', '=', id).execute()
    return id
  }
  const driver: Actors['driver'] = async ({ fleetadmin, carType: given } = {}) =>
    withContacts(
      await city.driver({ carType: given ?? (await carType()), ...(fleetadmin === undefined ? {} : { fleetadmin }) }),
    )
  const session: Actors['session'] = async (id) => {
    const token = newToken()
    const row = {
      id: newId(),
      user_id: id,
      token_hash: hashToken(token),
      confirmed_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    }
    await db.request.insertInto('sessions').values(row).execute()
    return token
  }

  const fleetAdmin = await person('fleetadmin')
  const otherFleetAdmin = await person('fleetadmin')
  const actors: Actors = {
    city,
    rider: await person('rider'),
    otherRider: await person('rider'),
    otherDriver: await driver({ fleetadmin: otherFleetAdmin.id }),
    fleetAdmin,
    otherFleetAdmin,
    admin: await person('admin'),
    dead: await makeDeadSessions(city, person),
    person,
    driver,
    carType,
    session,
  }
  for (const who of [actors.rider, actors.otherRider, actors.otherDriver]) await credit(db, who, 5000)
  return actors
}

/** Tokens of ended sessions. An unapproved and a deleted person still have theirs. */
const makeDeadSessions = async ({ database: { db } }: City, person: Actors['person']): Promise<Actors['dead']> => {
  const [out, late, unapproved, suspended, deleted] = [
    await person('rider'),
    await person('rider'),
    await person('driver'),
    await person('driver'),
    await person('rider'),
  ]
  await sql`update sessions set revoked_at = now() where user_id = ${out.id}`.execute(db.request)
  await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${late.id}`.execute(db.request)
  await sql`update users set approved = false where id = ${unapproved.id}`.execute(db.request)
  await sql`update users set suspended_at = now(), suspension_reason = 'Complaints' where id = ${suspended.id}`.execute(
    db.request,
  )
  await sql`update users set deleted_at = now() where id = ${deleted.id}`.execute(db.request)
  return {
    'signed out': out.token ?? '',
    expired: late.token ?? '',
    unapproved: unapproved.token ?? '',
    suspended: suspended.token ?? '',
    deleted: deleted.token ?? '',
    forged: newToken(),
  }
}
