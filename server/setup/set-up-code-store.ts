import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

const purpose = 'set-up'
const subject = 'installation'

/** The admins of the installation, deleted ones too: one that had an admin is set up. */
export const hasAdmin = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('usertype', '=', 'admin').limit(1).executeTakeFirst()) !== undefined

/** Closes the open links and stores the hash of a new one. */
export const replaceCode = async (tx: Tx, hash: Buffer, minutes: number): Promise<void> => {
  await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      purpose,
      subject,
      code_hash: hash,
      expires_at: sql<Date>`clock_timestamp() + ${minutes} * interval '1 minute'`,
    })
    .execute()
}

export const isOpen = async (db: Kysely<Tables>, hash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom('one_time_codes')
    .select('id')
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<number>`clock_timestamp()`)
    .executeTakeFirst()) !== undefined

/** Uses an open link up. False when it is closed; a second caller waits for the first one's commit. */
export const takeCode = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('purpose', '=', purpose)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<number>`clock_timestamp()`)
    .returning('id')
    .executeTakeFirst()) !== undefined
