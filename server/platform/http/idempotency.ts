import { createHash } from 'node:crypto'
import { AppError, type ErrorStatus } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import type { Tx } from '../database/database.ts'
import { batchPerDatabase, inKeyOrder } from '../database/batch.ts'
import type { Tables } from '../database/schema.ts'
import type { SecretBox } from '../security/secret-box.ts'

/** Identifies a call; its row is inserted first in the call's transaction [design/api-20]. */
export interface IdempotencyKey {
  /** `user:<id>`, `visitor:<id>` or `address:<ip>`: callers cannot use each other's keys [design/api-18]. */
  readonly owner: string
  readonly endpoint: string
  readonly key: string
  readonly bodyHash: Buffer
  /** Seals the stored answer: a reply may show a trip code. */
  readonly box: SecretBox
}

/** The answer of the first call: a reply, or a refusal that was committed. */
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

/** Thrown out of the transaction when an earlier call was answered; the mount sends that answer. */
export class Replayed extends Error {
  readonly stored: Stored
  constructor(stored: Stored) {
    super('an earlier call with this key was answered')
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

/** SHA-256 of the request; the order of its keys does not matter. */
export const hashRequest = (parts: { params: unknown; query: unknown; body: unknown }): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(sorted([parts.params ?? null, parts.query ?? null, parts.body ?? null])))
    .digest()

/** 1 to 80 printable ASCII characters. */
export const isIdempotencyKey = (header: string | string[] | undefined): header is string =>
  typeof header === 'string' && /^[\x21-\x7e]{1,80}$/.test(header)

/** The header's key, undefined when absent. */
export const readIdempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  if (isIdempotencyKey(header)) return header
  throw new AppError(400, 'invalid_input', { fields: { 'idempotency-key': '1 to 80 printable characters' } })
}

/** The row of a used key: the request's hash and the answer (null: a refusal that was rolled back). */
export interface KeyRow {
  readonly body_hash: Buffer
  readonly reply: unknown
}

/** The owner of a signed-in person's keys. */
export const ownerOfPerson = (id: string): string => `user:${id}`

/** The row of each key, in order. */
const selectKeys = async (db: Kysely<Tables>, ids: readonly IdempotencyKey[]): Promise<(KeyRow | undefined)[]> => {
  const { rows } = await sql<KeyRow & { place: number }>`
    select asked.place::int as place, k.body_hash, k.reply
    from unnest(${ids.map(({ owner }) => owner)}::text[], ${ids.map(({ endpoint }) => endpoint)}::text[],
      ${ids.map(({ key }) => key)}::text[]) with ordinality as asked (owner, endpoint, key, place)
    join idempotency_keys k on (k.owner, k.endpoint, k.key) = (asked.owner, asked.endpoint, asked.key)`.execute(db)
  return inKeyOrder(ids, rows)
}

/** The stored answer for this request; 422 when the key was used for another request [design/api-19]. */
export const toStored = (row: KeyRow | undefined, id: IdempotencyKey): Stored | undefined => {
  if (!row) return undefined
  if (!row.body_hash.equals(id.bodyHash)) throw new AppError(422, 'idempotency_key_reused')
  const kept = row.reply as Stored | { sealed: string } | null
  if (kept === null || !('sealed' in kept)) return kept ?? undefined
  const stored = id.box.open(kept) as Stored | undefined
  // SECRET was changed since: what the first call answered can no longer be read.
  if (stored === undefined) throw new AppError(422, 'idempotency_key_reused')
  return stored
}

const selectKey = batchPerDatabase(selectKeys)

/** The committed answer to this key, if any; 422 when the key was used for another request. Queries are batched. */
export const findStored = async (db: Kysely<Tables>, id: IdempotencyKey): Promise<Stored | undefined> =>
  toStored(await selectKey(db, id), id)

/**
 * Inserts the key in this transaction. A second caller waits here for the first one's commit, then gets its answer;
 * after the lock timeout 409. When the first rolls back or its server dies, the second becomes the first
 * [design/api-20].
 */
export const insertKey = async (tx: Tx, id: IdempotencyKey): Promise<void> => {
  const inserted = await tx
    .insertInto('idempotency_keys')
    .values({ owner: id.owner, endpoint: id.endpoint, key: id.key, body_hash: id.bodyHash })
    .onConflict((conflict) => conflict.columns(['owner', 'endpoint', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === '55P03') throw new AppError(409, 'still_in_progress')
      throw error
    })
  if (inserted) return
  const [row] = await selectKeys(tx, [id])
  const stored = toStored(row, id)
  throw stored ? new Replayed(stored) : new AppError(409, 'still_in_progress')
}

export const storeAnswer = async (tx: Tx, id: IdempotencyKey, stored: Stored): Promise<void> => {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(id.box.seal(stored)) })
    .where('owner', '=', id.owner)
    .where('endpoint', '=', id.endpoint)
    .where('key', '=', id.key)
    .execute()
}

/** Deletes expired keys. A task of the sweeper. */
export const sweepIdempotencyKeys = async (db: Kysely<Tables>, hours: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<number>`now() - ${hours} * interval '1 hour'`)
    .execute()
}
