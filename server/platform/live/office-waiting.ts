import { room, type WaitingKind } from '@remis/domain/live/live-events'
import type { Tx } from '../database/database.ts'
import { addToOutbox } from './outbox.ts'

/**
 * The number of items waiting for the office changed: open pages of admins, and of the fleet admin `fleet`, read it
 * again [design/web-114].
 */
export const reportWaiting = (tx: Tx, what: WaitingKind, fleet: string | null = null): Promise<void> =>
  addToOutbox(tx, {
    kind: 'office',
    subject: what,
    audience: [room.admins, ...(fleet === null ? [] : [room.fleet(fleet)])],
  })
