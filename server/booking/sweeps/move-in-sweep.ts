import type { Booking } from '@remis/domain/booking/booking'
import type { Tx } from '../../platform/database/database.ts'
import type { MoveDeps } from '../booking-deps.ts'
import { executeMove, system, type Step } from '../moves/execute-move.ts'

/** `now`: ms. `assigned`: drivers an admin assigned who can still accept. */
export type SweepDecide = (booking: Booking, now: number, assigned: readonly string[]) => ReturnType<Step['decide']>

/** Makes a move as the system. Skips a locked booking, which the next turn finds again. */
export const moveInSweep = (app: MoveDeps, tx: Tx, id: string, name: string, decide: SweepDecide) =>
  executeMove(app, tx, {
    id,
    name,
    actor: system,
    address: '',
    skipLocked: true,
    decide: (booking, now, _, assigned) => decide(booking, now, assigned),
  })
