import { room } from '@remis/domain/live/live-events'
import type { Tx } from '../database/database.ts'
import { addToOutbox } from './outbox.ts'

/** Something waits for the office since this transaction, or no longer does: its open pages count again [design/web-114]. */
export const reportWaiting = (
  tx: Tx,
  what: 'withdrawals' | 'credits' | 'drivers' | 'documents' | 'safety' | 'traffic',
): Promise<void> => addToOutbox(tx, { kind: 'office', subject: what, audience: [room.admins] })
