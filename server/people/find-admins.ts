import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** Ids of the live admins, the recipients of alerts. */
export const findAdmins = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('usertype', '=', 'admin')
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}
