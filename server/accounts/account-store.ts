import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isShutOut } from '../platform/sessions/suspension.ts'

/** Live accounts with their password hash, null without one. */
const accounts = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .leftJoin('identities', (join) =>
      join.onRef('identities.user_id', '=', 'users.id').on('identities.kind', '=', 'password'),
    )
    .select([
      'users.id',
      'users.email',
      'users.mobile',
      'users.usertype',
      'users.approved',
      'users.email_verified_at',
      'users.mobile_verified_at',
      'identities.secret',
    ])
    .select(isShutOut('users').as('suspended'))
    .where('users.deleted_at', 'is', null)

export const findAccount = (db: Kysely<Tables>, id: string) =>
  accounts(db).where('users.id', '=', id).executeTakeFirst()

/** The account with this email, case-folded. */
export const findByEmail = (db: Kysely<Tables>, email: string) =>
  accounts(db)
    .where(sql`lower(users.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()

/** Locks the user row, so that concurrent changes cannot remove the last method or the last second step. */
export const lockAccount = async (tx: Tx, userId: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

/** Locks the account while it is live and its confirmed email is this one; undefined when that has changed. */
export const lockConfirmedEmail = (tx: Tx, userId: string, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'usertype'])
    .where('id', '=', userId)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('email_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
