import type { Booking } from '@remis/domain/booking/booking'
import type { Change } from '@remis/domain/booking/move'
import type { SuccessorFacts } from '@remis/domain/booking/moves/succeed'
import type { Settings } from '@remis/domain/backoffice/settings'
import { v7 as newId } from 'uuid'
import { copyQuote } from '../../fare/find-quote.ts'
import { findPerson } from '../../people/find-person.ts'
import type { Tx } from '../../platform/database/database.ts'
import { drawTripCode, takeBookingId } from '../booking-codes.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { isBookingId } from '../booking-rows.ts'
import { insertBooking } from '../booking-store.ts'
import { applyEffects } from './apply-effects.ts'

/** Returns the facts for a successor after a driver cancels, or none if the rider is suspended [design/people-6]. */
export const drawSuccessor = async (
  tx: Tx,
  settings: Settings,
  customer: string,
): Promise<{ successor?: SuccessorFacts }> => {
  const rider = await findPerson(tx, customer)
  if (rider === null || rider.suspended) return {}
  const successor = await takeBookingId(async (id) =>
    (await isBookingId(tx, id)) ? null : { id, quoteId: newId(), code: drawTripCode(), settings },
  )
  return { successor }
}

/** Writes the booking that takes the place of a cancelled one, in the transaction of the cancel [design/moves-80]. */
export const insertSuccessor = async (
  app: MoveDeps,
  tx: Tx,
  cancelled: Pick<Booking, 'id' | 'quoteId'>,
  { booking, change }: NonNullable<Change['successor']>,
  now: number,
): Promise<void> => {
  await copyQuote(tx, { from: cancelled.quoteId, id: booking.quoteId, bookingId: booking.id, at: now })
  if (!(await insertBooking(tx, booking))) throw new Error(`the booking id ${booking.id} was taken in the meantime`)
  const actor = { kind: 'system', id: null } as const
  await applyEffects(app, tx, { before: null, after: booking, assigned: [], change, actor, address: '', now })
  await app.carryLinks(tx, cancelled.id, booking.id)
  await app.failpoint.at('succeed.before_commit')
}
