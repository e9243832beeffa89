import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../database/database.ts'
import type { OneTimeCodes } from '../database/schema/people-tables.ts'
import type { Tables } from '../database/schema.ts'

type Purpose = OneTimeCodes['purpose']

interface NewOneTimeCode {
  readonly purpose: Purpose
  /** what a typed code belongs to */
  readonly subject: string
  readonly userId?: string | null
  /** the address it is sent to */
  readonly sentTo?: string | null
  readonly codeHash: Buffer
  readonly linkHash?: Buffer
  /** ms; default now */
  readonly from?: number
  readonly validMinutes: number
}

/** One link or code, by which it is found. */
type By = { readonly id: string } | { readonly codeHash: Buffer } | { readonly linkHash: Buffer }

const columnOf = (by: By) =>
  'id' in by
    ? sql<boolean>`id = ${by.id}`
    : 'codeHash' in by
      ? sql<boolean>`code_hash = ${by.codeHash}`
      : sql<boolean>`link_hash = ${by.linkHash}`

const isOpen = sql<boolean>`used_at is null and expires_at > clock_timestamp()`

export const addOneTimeCode = async (tx: Tx, code: NewOneTimeCode): Promise<void> => {
  const from = code.from === undefined ? sql`clock_timestamp()` : sql`${new Date(code.from)}::timestamptz`
  await tx
    .insertInto('one_time_codes')
    .values({
      id: newId(),
      purpose: code.purpose,
      subject: code.subject,
      user_id: code.userId ?? null,
      sent_to: code.sentTo ?? null,
      code_hash: code.codeHash,
      link_hash: code.linkHash ?? null,
      expires_at: sql<Date>`${from} + ${code.validMinutes} * interval '1 minute'`,
    })
    .execute()
}

export const findOneTimeCode = (db: Kysely<Tables>, purpose: Purpose, by: By) =>
  db
    .selectFrom('one_time_codes')
    .select(['id', 'user_id', 'code_hash'])
    .where('purpose', '=', purpose)
    .where(columnOf(by))
    .where(isOpen)
    .executeTakeFirst()

/** Uses an open code. Undefined when it is no longer open; a second caller waits for the first one's commit. */
export const takeOneTimeCode = (tx: Tx, purpose: Purpose, by: By) =>
  tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('purpose', '=', purpose)
    .where(columnOf(by))
    .where(isOpen)
    .returning(['user_id', 'sent_to'])
    .executeTakeFirst()

/** Counts a try at a typed code, before it is compared; undefined when it is no longer open or has no tries left. */
export const countCodeTry = (db: Kysely<Tables>, purpose: Purpose, subject: string, most: number) =>
  db
    .updateTable('one_time_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where(isOpen)
    .where('tries', '<', most)
    .returning(['id', 'code_hash', 'user_id'])
    .executeTakeFirst()

/** Ends the open codes of a purpose, of one account or of all. */
export const endOneTimeCodes = async (tx: Tx, purpose: Purpose, userId?: string): Promise<void> => {
  let update = tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('purpose', '=', purpose)
    .where(isOpen)
  if (userId !== undefined) update = update.where('user_id', '=', userId)
  await update.execute()
}

/** Ends the open codes of every purpose and person. */
export const endAllOneTimeCodes = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('one_time_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where(isOpen)
    .execute()
}
