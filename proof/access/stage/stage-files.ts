import { sql } from 'kysely'
import type { Actors } from '../actors.ts'
import { onePixel } from '../requests/application-requests.ts'
import type { Staged } from './stage.ts'

/** What a delivery leaves on a booking: the proof, and why it came back. */
export const addParcel = async ({ city }: Actors, id: string): Promise<void> => {
  const undelivered = {
    at: Date.now(),
    reason: 'absent',
    note: 'The gate was closed',
    image: null,
    drop: { lat: -34.9, lng: -56.2, add: 'Terminal, Montevideo' },
    fee: 0,
  }
  const handover = { receivedBy: 'Neighbour', signature: null, byCode: false }
  await sql`update bookings set handover = ${JSON.stringify(handover)}::jsonb,
    undelivered = ${JSON.stringify(undelivered)}::jsonb where id = ${id}`.execute(city.database.db.request)
}

/** The id of a picture of the booking's driver. */
export const pictureOf = async ({ city }: Actors, { driver }: Staged): Promise<string> => {
  const answer = await city.server.fastify.inject({
    method: 'POST',
    url: '/api/files?kind=profileImage',
    headers: { authorization: `Bearer ${driver.token ?? ''}`, 'content-type': 'image/png' },
    payload: onePixel,
  })
  return answer.json<{ id: string }>().id
}

/** A stored picture that is made one of a car type: an admin cannot send one in demo mode. */
export const carPictureOf = async (actors: Actors, staged: Staged): Promise<string> => {
  const id = await pictureOf(actors, staged)
  await sql`update files set kind = 'carTypeImage', owner_id = null where id = ${id}`.execute(
    actors.city.database.db.request,
  )
  return id
}
