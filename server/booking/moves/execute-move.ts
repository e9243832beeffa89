import type { DeviceKind } from '@remis/domain/accounts/device-kind'
import type { Booking } from '@remis/domain/booking/booking'
import { isRefusal, type Actor, type Outcome, type Refusal } from '@remis/domain/booking/move'
import { bookingAudience } from '@remis/domain/live/live-events'
import { AppError } from '@remis/domain/messages/app-error'
import pg from 'pg'
import { listAssignedDrivers } from '../../dispatch/offers/find-offers.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { pipelined, queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { lockBooking, lockBookingIfFree } from '../booking-rows.ts'
import { updateBooking } from '../booking-store.ts'
import { applyEffects, auditMove, type AppliedChange } from './apply-effects.ts'
import { insertSuccessor } from './insert-successor.ts'

/** The actor of sweeps and settlements. */
export const system: Actor = { kind: 'system', id: null }

export interface Step<Facts = undefined> {
  readonly id: string
  /** Prefix of the failpoint `<name>.locked`. */
  readonly name: string
  readonly actor: Actor
  /** Network address of the caller, for the audit log. */
  readonly address: string
  /** The kind of the caller's device, for the event. */
  readonly device?: DeviceKind | null
  /** The caller's session, where it is the driver's. */
  readonly session?: string
  /** Facts that do not depend on the booking, read right after its lock; the driver's lock too. */
  readonly facts?: () => Promise<Facts>
  /**
   * Reads the other facts the rule needs and asks the rule. The rule first checks that the booking is the actor's
   * (404). `now`: database clock, ms. `assigned`: drivers an admin assigned who can still accept.
   */
  readonly decide: (
    booking: Booking,
    now: number,
    facts: Facts,
    assigned: readonly string[],
  ) => Outcome | Promise<Outcome>
  /** For sweeps: a booking that another transaction holds counts as absent (404). */
  readonly skipLocked?: boolean
}

export interface Moved {
  /** The booking after the move. */
  readonly booking: Booking
  /** The database clock the move was decided at, ms. */
  readonly now: number
  /** Drivers an admin had assigned who could still accept when the move was decided. */
  readonly assigned: readonly string[]
}

const isDriverBusy = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'bookings_one_trip_per_driver'

const save = (tx: Tx, before: Booking, after: Partial<Booking>): Promise<void> =>
  updateBooking(tx, before, after).catch((error: unknown) => {
    throw isDriverBusy(error) ? new AppError(409, 'driver_busy', { cause: error }) : error
  })

/**
 * Throws a refusal, or commits the change it carries: a wrong trip code counts as a try [design/api-16]. It makes no
 * version; open pages read the booking again [design/delivery-64].
 */
const refuse = async (
  app: MoveDeps,
  tx: Tx,
  before: Booking,
  { actor, address }: Pick<Step, 'actor' | 'address'>,
  { refuse: error, keep }: Refusal,
): Promise<CommittedRefusal> => {
  if (keep === undefined) throw error
  await save(tx, before, keep.patch)
  if (keep.notices !== undefined) await app.notify(tx, keep.notices)
  if (keep.audit !== undefined) await auditMove(tx, { bookingId: before.id, actor, address, audit: keep.audit })
  await addToOutbox(tx, { kind: 'booking', subject: before.id, audience: bookingAudience(before) })
  return new CommittedRefusal(error)
}

/**
 * The one executor of moves [design/moves-4]. Locks the booking, asks the rule, writes the version after the one the
 * rule saw, and applies the other effects of the change in the same transaction. A refusal that carries no change is
 * thrown.
 */
export const executeMove = async <Facts = undefined>(
  app: MoveDeps,
  tx: Tx,
  step: Step<Facts>,
): Promise<Moved | CommittedRefusal> => {
  const [before, now, assigned, facts] = await pipelined([
    (step.skipLocked ? lockBookingIfFree : lockBooking)(tx, step.id),
    nowMs(tx),
    listAssignedDrivers(tx, step.id),
    step.facts?.(),
  ])
  if (before === null) throw new AppError(404, 'not_found')
  await app.failpoint.at(`${step.name}.locked`)
  const outcome = await step.decide(before, now, facts as Facts, assigned)
  if (isRefusal(outcome)) return refuse(app, tx, before, step, outcome)
  const { actor, address, device = null, session } = step
  return {
    booking: await writeChange(app, tx, before, { assigned, change: outcome, actor, address, device, session, now }),
    now,
    assigned,
  }
}

/** Writes the next version of a booking and the effects of its change. Returns the booking after the change. */
export const writeChange = async (
  app: MoveDeps,
  tx: Tx,
  before: Booking,
  applied: Omit<AppliedChange, 'before' | 'after'>,
): Promise<Booking> => {
  const { change } = applied
  const next = { ...change.patch, status: change.to, version: before.version + 1 }
  const after: Booking = { ...before, ...next }
  await pipelined([queueWrite(tx, save(tx, before, next)), applyEffects(app, tx, { before, after, ...applied })])
  if (change.successor !== undefined) await insertSuccessor(app, tx, before, change.successor, applied.now)
  return after
}
