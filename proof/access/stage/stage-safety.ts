import { pickup } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Actors } from '../actors.ts'

/**
 * A red alert of the rider, by SQL: what is carried here may have no panic button. `taker`: the admin who acknowledged
 * it.
 */
export const addAlert = async ({ city, rider }: Actors, bookingId: string, taker: string | null): Promise<string> => {
  const { request } = city.database.db
  const id = randomUUID()
  await sql`insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at, lat, lng, accuracy, located_at,
      car_lat, car_lng, car_at, taken_by, taken_at)
    values (${id}, ${bookingId}, ${rider.id}, 'rider', 'panic', now(), ${pickup.lat}, ${pickup.lng}, 9, now(),
      ${pickup.lat}, ${pickup.lng}, now(), ${taker}::uuid, case when ${taker}::uuid is not null then now() end)`.execute(
    request,
  )
  for (const what of ['sent', ...(taker === null ? [] : ['taken'])])
    await sql`insert into safety_events (id, alert_id, what) values (${randomUUID()}, ${id}, ${what})`.execute(request)
  return id
}

/** An alert of the rider on this trip, and an open question. */
export const addSafety = async (actors: Actors, bookingId: string): Promise<void> => {
  await addAlert(actors, bookingId, null)
  await sql`insert into safety_questions (id, booking_id, user_id, hint)
    values (${randomUUID()}, ${bookingId}, ${actors.rider.id}, 'long-stop')`.execute(actors.city.database.db.request)
}
