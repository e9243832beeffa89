import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { sweepSearches } from '@remis/server/testing/let-pass'
import { drives, drop, pickup, requestOn } from '@remis/server/testing/test-city'
import type { TestDatabase } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { openActors, type Actors, type Person } from '../actors.ts'
import { stageBooking, type Staged } from '../stage/stage.ts'
import { buildWorld, type World } from '../world.ts'

export interface TwoFleets {
  /** Everything in it belongs to the fleet `theirs`, except the bookings of `otherFleetAdmin`. */
  readonly world: World
  /** the fleet admin that makes the calls: the world's other one */
  readonly watcher: Person
  readonly theirs: Person
  /** the fleet of each person without an own reference to a fleet admin, for the foreign keys */
  readonly people: ReadonlyMap<string, Fleet>
  /** their driver left this trip, and a driver of the watcher took its successor */
  readonly handedOn: { readonly from: string; readonly to: string }
}
export type Fleet = 'own' | 'theirs'

let people = 0
/** Letters that no text of the product has: `zqaab`. */
const newWord = (): string => {
  const n = people++
  return `zq${[26 * 26, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(n / place) % 26))).join('')}`
}

/** Gives a person texts that occur nowhere else. */
const plant = async (db: TestDatabase['db']['request'], person: Person): Promise<Person> => {
  const word = newWord()
  const email = `${word}@${word}.example.org`
  await sql`update users set first_name = ${`first${word}`}, last_name = ${`last${word}`}, email = ${email},
    referral_id = ${`ref${word}`} where id = ${person.id}`.execute(db)
  if (person.role === 'driver')
    await sql`update users set vehicle_make = ${`make${word}`}, vehicle_model = ${`model${word}`},
      vehicle_number = ${`plate${word}`}, other_info = ${`other${word}`} where id = ${person.id}`.execute(db)
  return { ...person, email, name: `first${word} last${word}` }
}

/** The people of the policy, all with texts of one person only, also those who come later. */
const plantedActors = async (database: TestDatabase): Promise<Actors> => {
  const actors = await openActors(database)
  const db = database.db.request
  return {
    ...actors,
    rider: await plant(db, actors.rider),
    otherRider: await plant(db, actors.otherRider),
    otherDriver: await plant(db, actors.otherDriver),
    fleetAdmin: await plant(db, actors.fleetAdmin),
    otherFleetAdmin: await plant(db, actors.otherFleetAdmin),
    admin: await plant(db, actors.admin),
    person: async (role, more) => plant(db, await actors.person(role, more)),
    driver: async (more) => plant(db, await actors.driver(more)),
  }
}

/** A booking that a driver of `theirs` accepts and leaves, and a driver of the watcher takes. */
const handOn = async ({ actors }: World, theirs: Person, watcher: Person): Promise<TwoFleets['handedOn']> => {
  const carType = await actors.carType()
  const rider = await actors.person('rider')
  const [first, second] = [
    await actors.driver({ carType, fleetadmin: theirs.id }),
    await actors.driver({ carType, fleetadmin: watcher.id }),
  ]
  const { quote } = await rider.call(quotesApi.create, { body: { pickup, drop, carType } })
  const { booking } = await rider.call(bookingsApi.create, { body: requestOn(quote) })
  const params = { id: booking.id }
  await drives(first, booking.id).accept()
  await first.call(bookingsApi.cancel, { params, body: { reason: actors.city.reason } })
  const to = (await rider.call(bookingsApi.get, { params })).booking.successor ?? ''
  await sweepSearches(actors.city.server.app)
  await drives(second, to).accept()
  return { from: booking.id, to }
}

/** What both fleets have, beside the bookings of the world: free words of every kind. */
const addTexts = async (world: World, bookings: readonly Staged[]): Promise<void> => {
  const { actors } = world
  const db = actors.city.database.db.request
  for (const { id, driver, customer } of bookings) {
    const word = newWord()
    await sql`update bookings set feedback = ${`feedback${word}`} where id = ${id} and rating is not null`.execute(db)
    await sql`insert into person_notes (id, person_id, author_id, text)
      values (gen_random_uuid(), ${driver.id}, ${actors.admin.id}, ${`note${word}`})`.execute(db)
    await sql`insert into saved_addresses (id, user_id, description, lat, lng)
      values (gen_random_uuid(), ${customer.id}, ${`address${word}`}, ${-34.81234 - people / 1e5}, -56.1)`.execute(db)
    await sql`update users set bank_name = ${`bank${word}`}, bank_account = ${`account${word}`}
      where id = ${driver.id}`.execute(db)
  }
}

/** Two fleets with everything that the product stores, in one city. */
export const openTwoFleets = async (database: TestDatabase): Promise<TwoFleets> => {
  const actors = await plantedActors(database)
  const { rider, otherRider, fleetAdmin: theirs, otherFleetAdmin: watcher } = actors
  const world = await buildWorld(actors, false)
  const own: Staged[] = []
  for (const status of ['ACCEPTED', 'PAID', 'COMPLETE', 'CANCELLED'] as const)
    own.push(await stageBooking(actors, { status, customer: otherRider, fleetAdmin: watcher }))
  await addTexts(world, [...world.own, world.foreign, ...own])
  return {
    world,
    watcher,
    theirs,
    people: new Map([
      [theirs.id, 'theirs'],
      [rider.id, 'theirs'],
      [watcher.id, 'own'],
      [otherRider.id, 'own'],
    ]),
    handedOn: await handOn(world, theirs, watcher),
  }
}
