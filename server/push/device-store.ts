import type { UserPlatform } from '@remis/domain/push/platform'
import { sql, type Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isReachable } from '../platform/sessions/suspension.ts'

export interface NewDevice {
  readonly hash: Buffer
  readonly userId: string
  readonly sessionId: string
  readonly kind: 'web' | 'fcm'
  readonly platform: UserPlatform
  readonly sealed: string
}

/**
 * Assigns the device to this session, also from another one; removes an earlier device of the session [design/push-2].
 */
export const upsertDevice = async (tx: Tx, device: NewDevice): Promise<void> => {
  const values = {
    user_id: device.userId,
    session_id: device.sessionId,
    kind: device.kind,
    platform: device.platform,
    sealed: device.sealed,
  }
  await tx
    .deleteFrom('push_tokens')
    .where('session_id', '=', device.sessionId)
    .where('token_hash', '<>', device.hash)
    .execute()
  await tx
    .insertInto('push_tokens')
    .values({ token_hash: device.hash, ...values })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(values))
    .execute()
}

export const deleteDevicesOfSession = async (tx: Tx, sessionId: string): Promise<void> => {
  await tx.deleteFrom('push_tokens').where('session_id', '=', sessionId).execute()
}

export const deleteDevice = async (db: Kysely<Tables>, hash: Buffer): Promise<void> => {
  await db.deleteFrom('push_tokens').where('token_hash', '=', hash).execute()
}

/** A session has one device. */
export const findDeviceOfSession = (db: Kysely<Tables>, sessionId: string) =>
  db.selectFrom('push_tokens').select('sealed').where('session_id', '=', sessionId).limit(1).executeTakeFirst()

/** A condition on `s`: the session has not ended. */
const isLive = sql<boolean>`(s.revoked_at is null and s.expires_at > clock_timestamp())`

/** The person `u` and the session `s` of a device `t` that gets messages now [design/push-2]. */
export const receiver = sql`sessions s join users u on u.id = s.user_id and ${isLive} and ${isReachable('u')}`

/** The device while it is this person's and gets messages [design/push-2]. */
export const findDeviceOf = async (db: Kysely<Tables>, userId: string, hash: Buffer) =>
  (
    await sql<Pick<NewDevice, 'platform' | 'sealed'>>`select t.platform, t.sealed
      from push_tokens t join (${receiver}) on s.id = t.session_id
      where t.token_hash = ${hash} and t.user_id = ${userId}`.execute(db)
  ).rows[0]

/** Deletes devices of ended sessions, at most `limit`. */
export const deleteEndedDevices = async (db: Kysely<Tables>, limit: number): Promise<void> => {
  await sql`delete from push_tokens where token_hash in (
    select t.token_hash from push_tokens t join sessions s on s.id = t.session_id where not ${isLive}
    limit ${limit})`.execute(db)
}
