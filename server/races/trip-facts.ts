import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { emptyStreets } from '../testing/money.ts'
import { cityFor, drives, tripCodeOf, type City, type TestActor } from '../testing/test-city.ts'

/** What tests check after a race, read from the tables. */
export const factsOf = ({ database: { db } }: City) => ({
  row: (id: string) => db.request.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  busy: async ({ id }: TestActor): Promise<boolean> =>
    (await db.request.selectFrom('users').select('queue').where('id', '=', id).executeTakeFirstOrThrow()).queue,
  moves: async (id: string): Promise<string[]> =>
    (
      await db.request
        .selectFrom('booking_events')
        .select('move')
        .where('booking_id', '=', id)
        .orderBy('version')
        .execute()
    ).map(({ move }) => move),
  offers: async (id: string): Promise<Record<string, string | null>> =>
    Object.fromEntries(
      (
        await db.request.selectFrom('offers').select(['driver_id', 'outcome']).where('booking_id', '=', id).execute()
      ).map((offer) => [offer.driver_id, offer.outcome]),
    ),
  /** kinds of ledger transactions of a booking */
  postings: async (id: string): Promise<string[]> =>
    (
      await sql<{ kind: string }>`select kind from ledger_transactions where booking_id = ${id} order by kind`.execute(
        db.request,
      )
    ).rows.map(({ kind }) => kind),
})

/** A city for the races of this file: each begins without failpoints and without the drivers of earlier tests. */
export const openRaces = async (file: string) => {
  const { city, db } = await cityFor(file)
  beforeEach(async () => {
    city.server.failpoint.clear()
    await emptyStreets(city)
  })
  return { city, db, facts: factsOf(city) }
}

/** A cash trip in ARRIVED. */
export const arrivedTrip = async (city: City) => {
  const [rider, driver] = [await city.person('rider'), await city.driver()]
  const { id } = await city.book(rider)
  const drive = drives(driver, id)
  await drive.accept()
  await drive.arrive()
  return { rider, driver, id, drive, code: await tripCodeOf(rider, id) }
}

/** The same trip in REACHED. */
export const reachedTrip = async (city: City) => {
  const trip = await arrivedTrip(city)
  await trip.drive.start(trip.code)
  await trip.drive.reach()
  return trip
}
