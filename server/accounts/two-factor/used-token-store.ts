import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'

/** Uses the token up; false when it was used before, also by a call that runs at the same time. */
export const takeSignedToken = async (tx: Tx, token: string, expiresAt: number): Promise<boolean> => {
  const row = await tx
    .insertInto('used_tokens')
    .values({ hash: hashToken(token), expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes tokens that have expired. Sweep. */
export const sweepUsedTokens = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from used_tokens where expires_at < now() - interval '1 hour'`.execute(db)
}
