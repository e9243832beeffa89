import { retention } from '@remis/domain/privacy/retention'
import type { PrivacyDeps } from './privacy-deps.ts'
import { expiring, removeExpired } from './retention-store.ts'

/**
 * Rows per statement, so that none takes long; statements per table and turn, so that a backlog leaves room for other
 * sweeps.
 */
const perStatement = 1000
const perTurn = 20

/**
 * Sweep: removes what is kept for a time only and has no sweep of its feature: idle positions, one-time codes, ended
 * sessions, addresses of payers [design/privacy-1].
 */
export const removeOld = async (
  { db, lastPositions }: Pick<PrivacyDeps, 'db' | 'lastPositions'>,
  { statement, turn } = { statement: perStatement, turn: perTurn },
): Promise<void> => {
  for (const kind of expiring(retention))
    for (let n = 0; n < turn; n++) if ((await removeExpired(db.jobs, kind, statement)) < statement) break
  lastPositions.forgetBefore(Date.now() - retention.idlePositionHours * 3_600_000)
}
