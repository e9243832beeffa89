import type { Fix } from '@remis/domain/tracking/tracking-api'
import type { DriverAction, PendingAction } from './action-sender.ts'

/** The most positions in one request [design/tracking-3]. */
const mostCarried = 500

const needsAll = (action: DriverAction): boolean => action === 'reach' || action === 'couldNotDeliver'

/**
 * The unconfirmed positions for the actions that depend on the place [design/tracking-3]. With more than a request can
 * carry it has none: the action waits for them (`mustWait`). `refused`: the server takes none of them until this phone
 * makes a move [design/tracking-20], so the move carries the newest.
 */
export const positionsFor = (
  action: DriverAction,
  unsent: readonly Fix[],
  refused = false,
): Record<string, unknown> => {
  if (needsAll(action)) return unsent.length > mostCarried && !refused ? {} : { fixes: unsent.slice(-mostCarried) }
  const last = unsent.at(-1)
  return (action === 'arrive' || action === 'start') && last !== undefined ? { fix: last } : {}
}

/**
 * Whether positions from before the press have to be sent first. The server takes no number below the last one it has,
 * so the newest alone would shut out the others [design/moves-96].
 */
export const mustWait = (
  { action, body, pressedAt }: PendingAction,
  unsent: readonly Fix[],
  refused = false,
): boolean =>
  !refused &&
  needsAll(action) &&
  body['fixes'] === undefined &&
  pressedAt !== undefined &&
  unsent.some(({ at }) => at <= pressedAt)
