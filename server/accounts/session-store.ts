import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database.ts'

interface NewSession {
  readonly userId: string
  readonly tokenHash: Buffer
  readonly idleDays: number
  readonly address: string
  readonly userAgent: string
}

/** Returns when it ends unless it is used, in ms by the database's clock. */
export const insertSession = async (tx: Tx, session: NewSession): Promise<number> => {
  const row = await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: session.userId,
      token_hash: session.tokenHash,
      expires_at: sql<Date>`clock_timestamp() + ${session.idleDays} * interval '1 day'`,
      address: session.address,
      user_agent: session.userAgent.slice(0, 300),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

export const revokeSession = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
