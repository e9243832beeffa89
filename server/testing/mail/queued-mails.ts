import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'

/** The templates of the mails and SMS queued for a person, the oldest first. */
export const queuedMails = async (db: Kysely<Tables>, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('mail_queue')
    .select('template')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ template }) => template)
}
