import { createHmac } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { drawCrockford } from '../../platform/security/crockford.ts'
import type { ServerSecret } from '../../platform/sessions/server-secret.ts'

const codes = 10

/** 50 random bits: `7K3M9-QX2AB`. */
const newCode = (): string => {
  const code = drawCrockford(10)
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** Normalizes a typed code: ignores case, spaces and hyphens; reads O as 0, I and L as 1. */
const plain = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** Keyed hash, so that a database copy does not allow guessing. */
const hashCode = (secret: ServerSecret, code: string): Buffer =>
  createHmac('sha256', secret.keyFor('recovery-codes')).update(plain(code)).digest()

/** Replaces the recovery codes by ten new ones. Only hashes are stored [design/accounts-169]. */
export const replaceRecoveryCodes = async (tx: Tx, secret: ServerSecret, userId: string): Promise<string[]> => {
  const fresh = Array.from({ length: codes }, newCode)
  await deleteRecoveryCodes(tx, userId)
  await tx
    .insertInto('recovery_codes')
    .values(fresh.map((code) => ({ user_id: userId, code_hash: hashCode(secret, code) })))
    .execute()
  return fresh
}

export const deleteRecoveryCodes = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses a code up; false for a wrong or used one. */
export const takeRecoveryCode = async (
  tx: Tx,
  secret: ServerSecret,
  userId: string,
  code: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(secret, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Codes that are not used yet. */
export const countRecoveryCodes = async (db: Kysely<Tables>, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
