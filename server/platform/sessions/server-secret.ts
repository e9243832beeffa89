import { hkdfSync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/schema.ts'

/**
 * The installation's secret: `SECRET` if set, else a generated row that all nodes share. A key is derived per purpose,
 * so that a signature for one purpose is not valid for another.
 */
export interface ServerSecret {
  /** 32 bytes for this purpose, the same on every node and after a restart. */
  keyFor(purpose: string): Buffer
}

export const secretFrom = (root: Buffer): ServerSecret => ({
  keyFor: (purpose) => Buffer.from(hkdfSync('sha256', root, 'remis', purpose, 32)),
})

export const loadServerSecret = async (db: Kysely<Tables>, override: string | undefined): Promise<ServerSecret> => {
  if (override !== undefined) return secretFrom(Buffer.from(override))
  await db
    .insertInto('server_secrets')
    .values({ name: 'root', value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', 'root').executeTakeFirstOrThrow()
  return secretFrom(row.value)
}
