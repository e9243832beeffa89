import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { World } from '../world.ts'
import { reading, sending, type MakeRequest } from './request.ts'

/** An answered question of a booking; an open one would prevent the next. */
const questionOf = async ({ actors }: World, bookingId: string): Promise<string> => {
  const id = randomUUID()
  await sql`insert into safety_questions (id, booking_id, user_id, hint, answer, answered_at)
    select ${id}, id, customer, 'long-stop', 'none', now() from bookings where id = ${bookingId}`.execute(
    actors.city.database.db.request,
  )
  return id
}

/** The calls of alerts. */
export const safetyRequests: Readonly<Record<string, MakeRequest>> = {
  'GET /api/bookings/:id/safety': reading,
  'POST /api/bookings/:id/panic': (_world, _caller, target) => ({
    id: target?.id ?? '',
    body: { pressedAt: Date.now() + 1000, position: null },
  }),
  'POST /api/bookings/:id/safety/answer': async (world, _caller, target, real) => ({
    id: target?.id ?? '',
    body: {
      question: real ? await questionOf(world, target?.id ?? '') : '00000000-0000-7000-8000-000000000000',
      fine: true,
      position: null,
    },
  }),
  'GET /api/safety': () => ({ query: 'limit=100' }),
  'GET /api/safety/urgent': reading,
  'GET /api/safety/:id': reading,
  'POST /api/safety/:id/take': reading,
  'POST /api/safety/:id/notes': sending({ text: 'Called the rider' }),
  'POST /api/safety/:id/close': sending({ outcome: 'helped', text: 'All is well' }),
}
