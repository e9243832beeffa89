import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../platform/database/database.ts'
import { insertLogged } from './point-store.ts'
import { selectPosition } from './position-store.ts'

/**
 * spec 1 §4 STARTED, REACHED: the driver's position is logged with the move, in its transaction. It is the last position
 * that was believed; what the command brings along is taken only where none is known, since nothing has judged it.
 */
export const logPosition = async (
  tx: Tx,
  move: {
    readonly bookingId: string
    readonly driver: string
    readonly status: 'STARTED' | 'REACHED'
    readonly fix?: Fix | undefined
  },
): Promise<void> => {
  const { bookingId, driver, status, fix } = move
  const known = (await selectPosition(tx, driver)) ?? fix
  if (known === undefined) return
  const { lat, lng, at, accuracy } = known
  await insertLogged(tx, { bookingId, status, lat, lng, at, accuracy: accuracy ?? null })
}
