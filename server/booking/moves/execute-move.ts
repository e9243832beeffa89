import type { Booking } from '@remis/domain/booking/booking'
import { isRefusal, type Actor, type Outcome, type Refusal } from '@remis/domain/booking/move'
import { AppError } from '@remis/domain/messages/app-error'
import pg from 'pg'
import { assignedDrivers } from '../../dispatch/drivers/assigned-drivers.ts'
import { addAudit } from '../../platform/database/audit.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { pipelined, queueWrite } from '../../platform/database/pipeline/pipeline.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import type { MoveDeps } from '../booking-needs.ts'
import { lockBooking, lockFreeBooking } from '../booking-rows.ts'
import { updateBooking } from '../booking-store.ts'
import { applyEffects, type AppliedChange } from './apply-effects.ts'

export interface Step<Facts = undefined> {
  readonly id: string
  /** Names the failpoint `<name>.locked`. */
  readonly name: string
  readonly actor: Actor
  /** where the command came from, for the audit log */
  readonly address: string
  /** What the rule needs to know whatever the booking says: asked right behind its lock, the driver's lock too. */
  readonly facts?: () => Promise<Facts>
  /**
   * Reads what else the rule needs to know and asks the rule, whose first question is whether this booking is the
   * actor's at all (404). `chosen`: whom an admin has chosen for it, who may still answer.
   */
  readonly decide: (
    booking: Booking,
    now: number,
    facts: Facts,
    chosen: readonly string[],
  ) => Outcome | Promise<Outcome>
  /** A booking that somebody else is working on counts as not there: for the sweeper. */
  readonly skipLocked?: boolean
}

const losesDriver = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'bookings_one_trip_per_driver'

const save = (tx: Tx, before: Booking, after: Partial<Booking>): Promise<void> =>
  updateBooking(tx, before, after).catch((error: unknown) => {
    throw losesDriver(error) ? new AppError(409, 'driver_busy', { cause: error }) : error
  })

/** What a refusal keeps is committed with it: a wrong trip code counts as a try. It is no event of the booking. */
const keepRefusal = async (
  tx: Tx,
  before: Booking,
  step: Pick<Step, 'actor' | 'address'>,
  { refuse, keep }: Refusal,
): Promise<CommittedRefusal> => {
  if (keep === undefined) throw refuse
  await save(tx, before, keep.patch)
  if (keep.audit !== undefined)
    await addAudit(tx, {
      actor: step.actor.kind === 'system' ? 'system' : { id: step.actor.id, role: step.actor.kind },
      address: step.address,
      action: keep.audit.action,
      subject: `booking:${before.id}`,
      data: keep.audit.data,
    })
  return new CommittedRefusal(refuse)
}

/**
 * The one executor of moves (design §6). Locks the booking, asks the rule, writes the next version onto exactly the
 * version the rule saw, and carries out the rest of the change in the same transaction. Answers the booking after the
 * move. Refusals without a part to keep are thrown.
 */
export const executeMove = async <Facts = undefined>(
  app: MoveDeps,
  tx: Tx,
  step: Step<Facts>,
): Promise<Booking | CommittedRefusal> => {
  const [before, now, chosen, facts] = await pipelined([
    (step.skipLocked ? lockFreeBooking : lockBooking)(tx, step.id),
    nowMs(tx),
    assignedDrivers(tx, step.id),
    step.facts?.(),
  ])
  if (before === null) throw new AppError(404, 'not_found')
  await app.failpoint.at(`${step.name}.locked`)
  const outcome = await step.decide(before, now, facts as Facts, chosen)
  if (isRefusal(outcome)) return keepRefusal(tx, before, step, outcome)
  return writeChange(app, tx, before, { chosen, change: outcome, actor: step.actor, address: step.address, now })
}

/** Writes the next version of a booking and the effects of its change. Answers the booking after the change. */
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
  return after
}
