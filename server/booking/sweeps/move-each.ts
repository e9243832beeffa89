import type { Booking } from '@remis/domain/booking/booking'
import type { Tx } from '../../platform/database/database.ts'
import { CommittedRefusal } from '../../platform/http/use-case.ts'
import { eachDue } from '../../platform/jobs/each-due.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { executeMove, system, type Moved, type Step } from '../moves/execute-move.ts'
import type { DuePage } from './due-bookings.ts'
import { logUnmoved } from './log-unmoved.ts'

export interface SweepMove {
  /** of the move and prefix of the failpoints */
  readonly name: string
  /** bookings that are read at a time */
  readonly perPage: number
  readonly parallel?: number
  readonly list: (page: DuePage) => Promise<{ readonly id: string }[]>
  /** Runs before the transaction. Returns work to do in it after the move; null: skips the booking. */
  readonly prepare?: (id: string) => Promise<((tx: Tx, moved: Moved) => Promise<void>) | null>
  /** `now`: ms. `assigned`: drivers an admin assigned who can still accept. */
  readonly decide: (booking: Booking, now: number, assigned: readonly string[]) => ReturnType<Step['decide']>
}

/**
 * Makes a move as the system for each due booking, each in a separate transaction, so that a failed or changed booking
 * does not stop the others. Skips locked bookings; the next turn finds them again.
 */
export const moveEach = (
  app: MoveDeps,
  { name, perPage, parallel = 1, list, prepare, decide }: SweepMove,
): Promise<void> => {
  const moveOne = async (id: string): Promise<void> => {
    const afterwards = await prepare?.(id)
    if (afterwards === null) return
    await app.db.transact(async (tx) => {
      const moved = await executeMove(app, tx, {
        id,
        name,
        actor: system,
        address: '',
        skipLocked: true,
        decide: (booking, now, _, assigned) => decide(booking, now, assigned),
      })
      if (moved instanceof CommittedRefusal) return
      await afterwards?.(tx, moved)
      await app.failpoint.at(`${name}.before_commit`)
    })
  }
  return eachDue(
    perPage,
    (limit, except) => list({ limit, except }),
    ({ id }) => moveOne(id).catch(logUnmoved(app, name, id)),
    parallel,
  )
}
