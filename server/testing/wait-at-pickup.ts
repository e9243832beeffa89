import { sql } from 'kysely'
import { ageBooking } from './money.ts'
import { comeTo, pickup, type City, type TestActor } from './test-city.ts'

interface Trip {
  readonly driver: TestActor
  readonly id: string
}

/** Minutes later, for the booking, its points and the judge of the driver's next position; the driver sends nothing. */
export const passSilently = async (
  { server, database: { db } }: City,
  { driver, id }: Trip,
  minutes: number,
): Promise<void> => {
  await ageBooking(db, id, minutes)
  const by = sql`${minutes} * interval '1 minute'`
  await sql`update track_points set at = at - ${by}, read_at = read_at - ${by} where booking_id = ${id}`.execute(
    db.request,
  )
  const { lastPositions } = server.app
  const last = lastPositions.get(driver.id)
  if (last !== undefined) lastPositions.put(driver.id, { ...last, at: last.at - minutes * 60_000 })
}

/** The driver waits at the pickup with the app open: it sends at least each minute. */
export const stayAtPickup = async (city: City, trip: Trip, minutes: number): Promise<void> => {
  for (let left = minutes; left > 0; left--) {
    await passSilently(city, trip, Math.min(left, 1))
    await comeTo(trip.driver, pickup)
  }
}
