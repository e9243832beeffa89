import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { Tx } from '../platform/database/database.ts'
import { insertLogged } from './point-store.ts'
import { selectPosition } from './position-store.ts'

/**
 * Logs the driver's position with a start or reach, in its transaction: the last believed one. The fix of the command
 * is used only where none is known, because it was not judged [design/tracking-9].
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
