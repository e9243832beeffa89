import { sql } from 'kysely'
import { ageBooking } from './money.ts'
import { comeTo, pickup, type City, type TestActor } from './test-city.ts'

/**
 * Makes a trip look `minutes` older: the booking's times, its track and the driver's last fix. The next fixes of a
 * phone may then lie in these minutes.
 */
export const moveBack = async (
  { server, database: { db } }: City,
  bookingId: string,
  minutes: number,
): Promise<void> => {
  const by = sql`${minutes} * interval '1 minute'`
  const { rows } = await sql<{ driver: string | null }>`
    update bookings set booking_date = booking_date - ${by}, accepted_at = accepted_at - ${by},
      driver_arrive_time = driver_arrive_time - ${by}, start_time = start_time - ${by}, end_time = end_time - ${by},
      reached_at = reached_at - ${by}, paid_at = paid_at - ${by}
    where id = ${bookingId} returning driver`.execute(db.request)
  await sql`update track_points set at = at - ${by}, received_at = received_at - ${by}
    where booking_id = ${bookingId}`.execute(db.request)
  await sql`update driven_tracks set first_at = first_at - ${by}, last_at = last_at - ${by}
    where booking_id = ${bookingId}`.execute(db.request)
  await sql`update traffic_samples set at = at - ${by} where booking_id = ${bookingId}`.execute(db.request)
  const driver = rows[0]?.driver ?? null
  if (driver === null) return
  await sql`update driver_positions set at = at - ${by} where driver_id = ${driver}`.execute(db.request)
  const { lastPositions } = server.app
  const last = lastPositions.get(driver)
  if (last !== undefined) lastPositions.put(driver, { ...last, at: last.at - minutes * 60_000 })
}

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
