import { socialNames, type SocialName } from '@remis/domain/accounts/social/social-routes'
import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** A password belongs to the account, not to its email: the subject is the user's id. */
export const insertPassword = async (tx: Tx, userId: string, hash: string): Promise<void> => {
  await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind: 'password', subject: userId, secret: hash })
    .execute()
}

/** Sets the password of an account, which may have none yet. */
export const putPassword = async (tx: Tx, userId: string, hash: string): Promise<void> => {
  await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind: 'password', subject: userId, secret: hash })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet({ secret: hash }))
    .execute()
}

/** Changes one account's password hash. */
export const changeSecret = async (tx: Tx, userId: string, hash: string): Promise<void> => {
  await tx
    .updateTable('identities')
    .set({ secret: hash })
    .where('kind', '=', 'password')
    .where('user_id', '=', userId)
    .execute()
}

/** Replaces the password hash `from` of these accounts. Resolves with the ids of those that had it. */
export const replaceSecrets = async (
  tx: Tx,
  emails: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> => {
  const changed = await tx
    .updateTable('identities')
    .from('users')
    .set({ secret: to })
    .whereRef('users.id', '=', 'identities.user_id')
    .where('identities.kind', '=', 'password')
    .where('identities.secret', '=', from)
    .where('users.email', 'in', [...emails])
    .returning('identities.user_id as id')
    .execute()
  return changed.map(({ id }) => id)
}

/** Of an authenticator app, beside its sealed secret. */
interface TotpData {
  /** the step of the last code that was accepted: no code is accepted twice */
  readonly lastStep: number
}

/** Of a passkey; its credential id is the identity's subject. */
export interface PasskeyData {
  readonly name: string
  /** COSE, base64url */
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly synced: boolean
  /** ms */
  readonly usedAt: number | null
  /**
   * The host where it signs in without a password: it has done so, or its browser stored it as a passkey that can and
   * it checked its owner when it was made. Else null; absent in rows of older releases.
   */
  readonly aloneAt?: string | null
}

export interface StoredPasskey {
  readonly id: string
  readonly userId: string
  readonly credential: string
  readonly createdAt: number
  readonly data: PasskeyData
}

export const findTotp = (db: Kysely<Tables>, userId: string) =>
  db
    .selectFrom('identities')
    .select(['secret', 'created_at'])
    .where('kind', '=', 'totp')
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** The sealed secrets of authenticator apps, the oldest first, at most `limit`. */
export const listTotpSecrets = async (db: Kysely<Tables>, limit: number): Promise<string[]> => {
  const apps = db.selectFrom('identities').select('secret').where('kind', '=', 'totp')
  return (await apps.orderBy('id').limit(limit).execute()).flatMap(({ secret }) => secret ?? [])
}

/** Adds or replaces the authenticator app; `step` is that of the code that proved it. */
export const putTotp = async (tx: Tx, userId: string, sealed: string, step: number): Promise<void> => {
  const data: TotpData = { lastStep: step }
  await tx.deleteFrom('identities').where('kind', '=', 'totp').where('user_id', '=', userId).execute()
  await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind: 'totp', subject: userId, secret: sealed, data: JSON.stringify(data) })
    .execute()
}

/** Accepts a code of this step; false when this or a later step was accepted before. */
export const takeStep = async (tx: Tx, userId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ data: sql<string>`data || jsonb_build_object('lastStep', ${step}::bigint)` })
    .where('kind', '=', 'totp')
    .where('user_id', '=', userId)
    .where(sql<boolean>`(data ->> 'lastStep')::bigint < ${step}::bigint`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const passkeys = (db: Kysely<Tables>) =>
  db
    .selectFrom('identities')
    .select(['id', 'user_id as userId', 'subject as credential', 'created_at as createdAt', 'data'])
    .where('kind', '=', 'passkey')

export const listPasskeys = async (db: Kysely<Tables>, userId: string): Promise<StoredPasskey[]> =>
  (await passkeys(db).where('user_id', '=', userId).orderBy('id').execute()) as StoredPasskey[]

export const findPasskey = async (db: Kysely<Tables>, credential: string): Promise<StoredPasskey | undefined> =>
  (await passkeys(db).where('subject', '=', credential).executeTakeFirst()) as StoredPasskey | undefined

/** null when the credential is registered already, for whichever account. */
export const addPasskeyRow = async (
  tx: Tx,
  userId: string,
  credential: string,
  data: PasskeyData,
): Promise<StoredPasskey | null> => {
  const row = await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind: 'passkey', subject: credential, data: JSON.stringify(data) })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning(['id', 'created_at'])
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, userId, credential, createdAt: row.created_at, data }
}

/**
 * Stores the counter of a use; false when a use with this counter or a later one was stored meanwhile. Keys that do not
 * count always say 0. `aloneAt`: the host, for a use without a password.
 */
export const takeCounter = async (tx: Tx, id: string, counter: number, aloneAt?: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({
      data: sql<string>`data || jsonb_build_object('counter', ${counter}::bigint,
        'usedAt', floor(extract(epoch from clock_timestamp()) * 1000)) || ${JSON.stringify({ aloneAt })}::jsonb`,
    })
    .where('id', '=', id)
    .where(
      sql<boolean>`((data ->> 'counter')::bigint < ${counter}::bigint or (${counter}::bigint = 0 and data ->> 'counter' = '0'))`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const renamePasskeyRow = async (tx: Tx, userId: string, id: string, name: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ data: sql<string>`data || jsonb_build_object('name', ${name}::text)` })
    .where('kind', '=', 'passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes second steps of one account: one passkey, the authenticator app, or all; false when there was none. */
export const removeFactors = async (
  tx: Tx,
  userId: string,
  which: { readonly passkey: string } | 'totp' | 'all',
): Promise<boolean> => {
  let factors = tx.deleteFrom('identities').where('user_id', '=', userId)
  if (which === 'all') factors = factors.where('kind', 'in', ['totp', 'passkey'])
  else if (which === 'totp') factors = factors.where('kind', '=', 'totp')
  else factors = factors.where('kind', '=', 'passkey').where('id', '=', which.passkey)
  const { numDeletedRows } = await factors.executeTakeFirst()
  return numDeletedRows > 0n
}

/** Second steps of an account, recovery codes not counted. */
export const countFactors = async (db: Kysely<Tables>, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('identities')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('kind', 'in', ['totp', 'passkey'])
    .executeTakeFirstOrThrow()
  return count
}

/** What a sign-in began with. A code by SMS is used up before its session begins. */
export type BegunWith =
  | { readonly kind: 'phone' }
  | { readonly kind: 'password'; readonly secret: string | null }
  | { readonly kind: SocialName; readonly subject: string }

/**
 * Whether the account still signs in this way, without a second step. Waits for a running change (`lockAccount`); later
 * changes wait for this transaction, and then end its session too.
 */
export const holdWayIn = async (tx: Tx, userId: string, way: BegunWith): Promise<boolean> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute()
  if ((await countFactors(tx, userId)) > 0) return false
  if (way.kind === 'phone') return true
  const held = tx.selectFrom('identities').select('id').where('user_id', '=', userId).where('kind', '=', way.kind)
  const same = way.kind === 'password' ? held.where('secret', '=', way.secret) : held.where('subject', '=', way.subject)
  return (await same.executeTakeFirst()) !== undefined
}

/** The account that signs in with this account of a provider. */
export const findSocial = async (db: Kysely<Tables>, kind: SocialName, subject: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('identities')
      .select('user_id')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.user_id

/** The providers that an account signs in with. */
export const listSocials = async (db: Kysely<Tables>, userId: string) => {
  const rows = await db
    .selectFrom('identities')
    .select(['kind', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', 'in', [...socialNames])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as SocialName }))
}

export const removeSocial = async (tx: Tx, userId: string, kind: SocialName): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** False if this provider account is already linked, also by a concurrent call. */
export const insertSocial = async (tx: Tx, userId: string, kind: SocialName, subject: string): Promise<boolean> => {
  const row = await tx
    .insertInto('identities')
    .values({ id: newId(), user_id: userId, kind, subject })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Methods that are enough to sign in; an authenticator app is only a second step. */
const waysIn = ['password', 'passkey', ...socialNames] as const
export type WayIn = (typeof waysIn)[number]

export const listWaysIn = async (db: Kysely<Tables>, userId: string): Promise<WayIn[]> => {
  const rows = await db
    .selectFrom('identities')
    .select('kind')
    .distinct()
    .where('user_id', '=', userId)
    .where('kind', 'in', [...waysIn])
    .execute()
  return rows.map(({ kind }) => kind as WayIn)
}

export const removeWaysIn = async (tx: Tx, userId: string, ways: readonly WayIn[]): Promise<void> => {
  if (ways.length === 0) return
  await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('kind', 'in', [...ways])
    .execute()
}
