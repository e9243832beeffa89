import type { DeviceKind } from '@remis/domain/accounts/device-kind'
import type { Booking } from '@remis/domain/booking/booking'
import { unsettledStatuses } from '@remis/domain/booking/statuses'
import type { Actor, Change } from '@remis/domain/booking/move'
import { AppError } from '@remis/domain/messages/app-error'
import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from '../platform/database/database.ts'
import { statusIn } from '../platform/database/schema/status-in.ts'
import { toColumns, toRow } from './booking-rows.ts'
import { fareToCheck } from './reviews/fare-to-check.ts'

/** False where the id is taken. */
export const insertBooking = async (tx: Tx, booking: Booking): Promise<boolean> => {
  const inserted = await tx
    .insertInto('bookings')
    .values(toRow(booking))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) === 1
}

/** SQLSTATE of the database function `require_row`. */
const isRowMissing = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === 'RM001'

/**
 * Writes a change onto exactly the version it was decided on, else 409 `booking_moved_on`. The database checks it
 * (`require_row`), because the caller may not be awaiting the answer.
 */
export const updateBooking = async (tx: Tx, before: Booking, patch: Partial<Booking>): Promise<void> => {
  const updated = tx
    .updateTable('bookings')
    .set(toColumns(patch))
    .where('id', '=', before.id)
    .where('version', '=', before.version)
    .where('status', '=', before.status)
    .returning('id')
  await sql`with moved as (${updated}) select require_row(count(*)) from moved`.execute(tx).catch((error: unknown) => {
    throw isRowMissing(error) ? new AppError(409, 'booking_moved_on', { cause: error }) : error
  })
}

export interface BookingEvent {
  readonly bookingId: string
  readonly version: number
  readonly change: Change
  readonly actor: Actor
  readonly at: number
  readonly device: DeviceKind | null
}

export const insertEvent = async (
  tx: Tx,
  { bookingId, version, change, actor, at, device }: BookingEvent,
): Promise<void> => {
  await tx
    .insertInto('booking_events')
    .values({
      booking_id: bookingId,
      version,
      move: change.move,
      from_status: change.from,
      to_status: change.to,
      actor_kind: actor.kind,
      actor_id: actor.id,
      at: new Date(at),
      data: JSON.stringify(change.data ?? {}),
      device,
    })
    .execute()
}

/** Marks a fare as checked. False: it does not wait for a check. */
export const markFareChecked = async (tx: Tx, bookingId: string, by: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('bookings')
    .set({ fare_checked_at: sql<Date>`clock_timestamp()`, fare_checked_by: by })
    .where('id', '=', bookingId)
    .where(fareToCheck('bookings'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Parties = Pick<Booking, 'id' | 'customer' | 'driver' | 'fleetadmin'>

/**
 * Gives the bookings of these people that are not settled their email and number of now, and resolves with those that
 * changed. The first statement waits for moves under way: one of them may make a successor with the former contacts.
 */
export const renewContacts = async (tx: Tx, people: readonly string[]): Promise<readonly Parties[]> => {
  const ids = [...people]
  const isOpen = statusIn('b.status', unsettledStatuses)
  await sql`select b.id from bookings b where (b.customer = any(${ids}::uuid[]) or b.driver = any(${ids}::uuid[]))
    and ${isOpen} order by b.id for update`.execute(tx)
  const ofRiders = await sql<Parties>`update bookings b set customer_email = u.email, customer_contact = u.mobile
    from users u where b.customer = u.id and u.id = any(${ids}::uuid[]) and ${isOpen}
      and (b.customer_email, b.customer_contact) is distinct from (u.email, u.mobile)
    returning b.id, b.customer, b.driver, b.fleetadmin`.execute(tx)
  const ofDrivers = await sql<Parties>`update bookings b set driver_contact = u.mobile
    from users u where b.driver = u.id and u.id = any(${ids}::uuid[]) and ${isOpen}
      and b.driver_contact is distinct from u.mobile
    returning b.id, b.customer, b.driver, b.fleetadmin`.execute(tx)
  return [...ofRiders.rows, ...ofDrivers.rows]
}
