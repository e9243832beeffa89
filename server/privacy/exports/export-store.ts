import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'

const columns = ['id', 'state', 'progress', 'asked_at', 'size', 'expires_at'] as const

/** The person's last export that is not past its time. */
export const findLast = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('data_exports')
    .select(columns)
    .where('user_id', '=', person)
    .where(sql<boolean>`(expires_at is null or expires_at > clock_timestamp())`)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findLast>>>

export const countOfDay = async (db: Kysely<Tables>, person: string): Promise<number> => {
  const { count } = await db
    .selectFrom('data_exports')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', person)
    .where(sql<boolean>`asked_at > clock_timestamp() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined while another one of the person is being made. */
export const insertExport = (tx: Tx, person: string, language: string) =>
  tx
    .insertInto('data_exports')
    .values({ id: newId(), user_id: person, language })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()

/** The last export with its size, as long as it can be downloaded. */
export const findFile = (db: Kysely<Tables>, person: string) =>
  db
    .selectFrom('data_exports')
    .select(['id', 'size'])
    .where('user_id', '=', person)
    .where('state', '=', 'ready')
    .where(sql<boolean>`expires_at > clock_timestamp()`)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns part of an export's file, or undefined if it is deleted. `from` counts from 0. */
export const findPiece = async (
  db: Kysely<Tables>,
  id: string,
  { from, bytes }: { readonly from: number; readonly bytes: number },
): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ piece: Buffer | null }>`
    select substring(file from ${from + 1}::int for ${bytes}::int) as piece from data_exports where id = ${id}`.execute(
    db,
  )
  return rows[0]?.piece ?? undefined
}

export interface Work {
  readonly id: string
  readonly user_id: string
  readonly language: string
}

/** Takes up the oldest export that waits or has lost its node: no other node takes it for the lease. */
export const takeUp = async (db: Kysely<Tables>, leaseSeconds: number, tries: number): Promise<Work | undefined> => {
  await sql`update data_exports set state = 'failed', lease_until = null
    where state = 'running' and lease_until < now() and tries >= ${tries}`.execute(db)
  const { rows } = await sql<Work>`
    update data_exports set state = 'running', tries = tries + 1, progress = 0,
      lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = (select id from data_exports
      where state = 'waiting' or state = 'running' and lease_until < now()
      order by asked_at limit 1 for update skip locked)
    returning id, user_id, language`.execute(db)
  return rows[0]
}

/** False: another node has taken it up meanwhile, or the account was erased. */
export const setProgress = async (
  db: Kysely<Tables>,
  id: string,
  progress: number,
  leaseSeconds: number,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update data_exports set progress = ${progress},
      lease_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    where id = ${id} and state = 'running' and lease_until > clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
}

/** False when the lease was lost: another node makes it, or its owner is gone. */
export const storeFile = async (tx: Tx, id: string, file: Buffer, hours: number): Promise<boolean> => {
  const { numAffectedRows = 0n } =
    await sql`update data_exports set state = 'ready', progress = 100, lease_until = null, file = ${file},
      size = ${file.length}, expires_at = clock_timestamp() + ${hours} * interval '1 hour'
    where id = ${id} and state = 'running' and lease_until > clock_timestamp()`.execute(tx)
  return numAffectedRows > 0n
}

/** It failed: tried again, or given up. */
export const giveBack = async (db: Kysely<Tables>, id: string, tries: number): Promise<void> => {
  await sql`update data_exports set lease_until = null, state = case when tries >= ${tries} then 'failed' else 'waiting' end
    where id = ${id} and state = 'running'`.execute(db)
}

/** Deletes exports past their time, and failed ones after a day. */
export const deleteOldExports = async (db: Kysely<Tables>): Promise<void> => {
  await sql`delete from data_exports where expires_at < now()
    or state = 'failed' and asked_at < now() - interval '1 day'`.execute(db)
}
