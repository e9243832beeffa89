import { createHash } from 'node:crypto'
import { AppError, type ErrorStatus } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Tx } from '../database/database.ts'
import { batchPerDatabase, inKeyOrder } from '../database/batch.ts'
import type { Tables } from '../database/schema.ts'

/** Which call this is: its row is inserted first in the call's transaction (design §4). */
export interface IdempotencyKey {
  /** `user:<id>`, `visitor:<id>` or `address:<ip>`: keys of different callers never meet. */
  readonly owner: string
  readonly endpoint: string
  readonly key: string
  readonly bodyHash: Buffer
}

/** What the first call answered: a reply, or a refusal that was committed. */
export type Stored =
  | { readonly reply: unknown }
  | {
      readonly refused: {
        status: ErrorStatus
        key: MessageKey
        fields?: Readonly<Record<string, string>>
        extra?: Readonly<Record<string, unknown>>
      }
    }

/** Thrown out of the transaction when an earlier call has answered already: the mount sends its answer. */
export class Replayed extends Error {
  readonly stored: Stored
  constructor(stored: Stored) {
    super('an earlier call with this key has answered')
    this.stored = stored
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/** The same request hashes alike however its keys are ordered. */
export const hashRequest = (parts: { params: unknown; query: unknown; body: unknown }): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted([parts.params ?? null, parts.query ?? null, parts.body ?? null])))
    .digest()

/** 1 to 80 printable ASCII characters. */
export const isIdempotencyKey = (header: string | string[] | undefined): header is string =>
  typeof header === 'string' && /^[\x21-\x7e]{1,80}$/.test(header)

/** Of the header, or undefined when absent. */
export const readIdempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (isIdempotencyKey(header)) return header
  throw new AppError(400, 'invalid_input', { fields: { 'idempotency-key': '1 to 80 printable characters' } })
}

/** Of a key that was used: for which request, and what was answered (null: a refusal that kept nothing). */
export interface KeyRow {
  readonly body_hash: Buffer
  readonly reply: unknown
}

/** The owner of what a signed-in person asks. */
export const ownerOfPerson = (id: string): string => `user:${id}`

/** The row of each key, in their order. */
const selectKeys = async (db: Kysely<Tables>, ids: readonly IdempotencyKey[]): Promise<(KeyRow | undefined)[]> => {
  const { rows } = await sql<KeyRow & { place: number }>`
    select asked.place::int as place, k.body_hash, k.reply
    from unnest(${ids.map(({ owner }) => owner)}::text[], ${ids.map(({ endpoint }) => endpoint)}::text[],
      ${ids.map(({ key }) => key)}::text[]) with ordinality as asked (owner, endpoint, key, place)
    join idempotency_keys k on (k.owner, k.endpoint, k.key) = (asked.owner, asked.endpoint, asked.key)`.execute(db)
  return inKeyOrder(ids, rows)
}

/** What the row says to this request; 422 when the key was used for another one. */
export const toStored = (row: KeyRow | undefined, id: IdempotencyKey): Stored | undefined => {
  if (!row) return undefined
  if (!row.body_hash.equals(id.bodyHash)) throw new AppError(422, 'idempotency_key_reused')
  return (row.reply as Stored | null) ?? undefined
}

const askForKey = batchPerDatabase(selectKeys)

/**
 * The earlier answer to this key, if one is committed; 422 when the key was used for another request. Every write asks
 * this: those that come together ask together.
 */
export const findStored = async (db: Kysely<Tables>, id: IdempotencyKey): Promise<Stored | undefined> =>
  toStored(await askForKey(db, id), id)

/**
 * Takes the key in this transaction. A second caller waits here for the first one's commit, then gets its answer; after
 * the lock timeout 409. When the first rolls back or its server dies, the second is the first.
 */
export const takeKey = async (tx: Tx, id: IdempotencyKey): Promise<void> => {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ owner: id.owner, endpoint: id.endpoint, key: id.key, body_hash: id.bodyHash })
    .onConflict((conflict) => conflict.columns(['owner', 'endpoint', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '55P03') throw new AppError(409, 'still_in_progress')
      throw error
    })
  if (taken) return
  const [row] = await selectKeys(tx, [id])
  const stored = toStored(row, id)
  throw stored ? new Replayed(stored) : new AppError(409, 'still_in_progress')
}

export const storeAnswer = async (tx: Tx, id: IdempotencyKey, stored: Stored): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(stored) })
    .where('owner', '=', id.owner)
    .where('endpoint', '=', id.endpoint)
    .where('key', '=', id.key)
    .execute()
}

/** Removes keys that are past their time. A task of the sweeper. */
export const sweepIdempotencyKeys = async (db: Kysely<Tables>, hours: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<number>`clock_timestamp() - ${hours} * interval '1 hour'`)
    .execute()
}
