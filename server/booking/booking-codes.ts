import type { Booking } from '@remis/domain/booking/booking'
import type { Change } from '@remis/domain/booking/move'
import { randomInt } from 'node:crypto'
import type { Tx } from '../platform/database/database.ts'
import { drawCrockford } from '../platform/security/crockford.ts'
import { insertBooking } from './booking-store.ts'

/** 10 random Crockford base 32 characters (50 bits), because people read the id aloud [design/api-30]. */
export const drawBookingId = (): string => drawCrockford(10)

/** Draws ids until `take` could take one, at most 5 times [design/api-30]. It answers null for an id that is taken. */
export const takeBookingId = async <Taken>(take: (id: string) => Promise<Taken | null>): Promise<Taken> => {
  for (let draw = 1; draw <= 5; draw++) {
    const taken = await take(drawBookingId())
    if (taken !== null) return taken
  }
  throw new Error('five drawn booking ids were all taken')
}

/** A random 4-digit code of a receiver, 1000 to 9999 [design/delivery-27]. */
export const drawDeliveryCode = (): string => String(randomInt(1000, 10_000))

/** A random 5-digit trip code from 10000 to 99999, from a cryptographic source [booking-7]. */
export const drawTripCode = (): string => String(randomInt(10_000, 100_000))

/** Inserts the booking with an id that is free. */
export const insertWithId = <Made extends { booking: Booking; change: Change }>(
  tx: Tx,
  make: (id: string) => Made,
): Promise<Made> =>
  takeBookingId(async (id) => {
    const made = make(id)
    return (await insertBooking(tx, made.booking)) ? made : null
  })
