import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import type { TrialPush } from './push-provider.ts'

export type KeepPush = (push: Omit<TrialPush, 'id' | 'at'> & { readonly pushId: string }) => Promise<void>

const kept = 200

/** Puts a message into the trial's list, a second copy of it not again. Keeps the last 200. */
export const insertTrialPush = async (
  db: Kysely<Tables>,
  { pushId, ...more }: Parameters<KeepPush>[0],
): Promise<void> => {
  await db
    .insertInto('trial_pushes')
    .values({ push_id: pushId, ...more })
    .onConflict((conflict) => conflict.column('push_id').doNothing())
    .execute()
  await sql`delete from trial_pushes where id <= (select max(id) from trial_pushes) - ${kept}`.execute(db)
}

export const selectTrialPushes = (db: Kysely<Tables>): Promise<readonly TrialPush[]> =>
  db
    .selectFrom('trial_pushes')
    .select(['id', 'kind', 'platform', 'person', 'title', 'body', 'path', 'payload', 'at'])
    .orderBy('id', 'desc')
    .limit(kept)
    .execute()
