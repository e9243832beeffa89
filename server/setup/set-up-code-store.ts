import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import {
  addOneTimeCode,
  endOneTimeCodes,
  findOneTimeCode,
  takeOneTimeCode,
} from '../platform/sessions/one-time-codes.ts'

const purpose = 'set-up'
const subject = 'installation'

/** The admins of the installation, deleted ones too: one that had an admin is set up. */
export const hasAdmin = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('usertype', '=', 'admin').limit(1).executeTakeFirst()) !== undefined

/** Closes the open links and stores the hash of a new one. */
export const replaceCode = async (tx: Tx, hash: Buffer, minutes: number): Promise<void> => {
  await endOneTimeCodes(tx, purpose)
  await addOneTimeCode(tx, { purpose, subject, codeHash: hash, validMinutes: minutes })
}

export const isOpen = async (db: Kysely<Tables>, hash: Buffer): Promise<boolean> =>
  (await findOneTimeCode(db, purpose, { codeHash: hash })) !== undefined

/** Uses an open link up. False when it is closed; a second caller waits for the first one's commit. */
export const takeCode = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await takeOneTimeCode(tx, purpose, { codeHash: hash })) !== undefined
