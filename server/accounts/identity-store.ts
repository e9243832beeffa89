import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isShutOut } from '../platform/sessions/suspension.ts'

/** A password belongs to the account, not to its email: the subject is the user's id. */
export const insertPassword = async (tx: Tx, userId: string, hash: string): Promise<void> => {
  await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind: 'password', subject: userId, secret: hash })
    .execute()
}

/** The live account with this email (case-folded) and its password hash, null without one. */
export const findByEmail = (db: Kysely<Tables>, email: string) =>
  db
    .selectFrom('users')
    .leftJoin('identities', (join) =>
      join.onRef('identities.user_id', '=', 'users.id').on('identities.kind', '=', 'password'),
    )
    .select(['users.id', 'users.approved', 'users.email_verified_at', 'identities.secret'])
    .select(isShutOut('users').as('suspended'))
    .where(sql`lower(users.email)`, '=', sql`lower(${email})`)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Replaces the password hash `from` of these accounts. Resolves with the ids of those that had it. */
export const replaceSecrets = async (
  tx: Tx,
  emails: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> => {
  const changed = await tx
    .updateTable('identities')
    .from('users')
    .set({ secret: to })
    .whereRef('users.id', '=', 'identities.user_id')
    .where('identities.kind', '=', 'password')
    .where('identities.secret', '=', from)
    .where('users.email', 'in', [...emails])
    .returning('identities.user_id as id')
    .execute()
  return changed.map(({ id }) => id)
}

/** A live account by its id, with its password hash. */
export const findWithPassword = (db: Kysely<Tables>, id: string) =>
  db
    .selectFrom('users')
    .leftJoin('identities', (join) =>
      join.onRef('identities.user_id', '=', 'users.id').on('identities.kind', '=', 'password'),
    )
    .select(['users.email', 'identities.secret'])
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
