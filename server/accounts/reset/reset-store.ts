import { sql, type Kysely } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/schema.ts'
import { notAmong } from '../../platform/database/schema/not-among.ts'
import { hashToken } from '../../platform/sessions/session-guard.ts'

/** How the codes of one request are named in `one_time_codes`. */
export const subjectOf = (requestHash: Buffer): string => requestHash.toString('base64url')

export const addResetRequest = async (
  tx: Tx,
  { request, email, device }: { readonly request: string; readonly email: string; readonly device: string | undefined },
): Promise<void> => {
  await tx
    .insertInto('reset_requests')
    .values({
      id: newId(),
      request_hash: hashToken(request),
      email,
      device_hash: device === undefined ? null : hashToken(device),
    })
    .execute()
}

/** The oldest requests, except these. */
export const listResetRequests = (db: Kysely<Tables>, limit: number, except: readonly string[]) =>
  db
    .selectFrom('reset_requests')
    .select('id')
    .where(notAmong('id', 'uuid', except))
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Takes the request, undefined where another node handles it. */
export const takeResetRequest = (tx: Tx, id: string) =>
  tx
    .deleteFrom('reset_requests')
    .where('id', '=', (eb) =>
      eb.selectFrom('reset_requests').select('id').where('id', '=', id).forUpdate().skipLocked(),
    )
    .returning(['request_hash', 'email', 'device_hash', 'created_at'])
    .executeTakeFirst()

/** The live account with this email, and whether the browser has signed in to it. */
export const findForgetful = async (tx: Tx, email: string, device: Buffer | null) =>
  tx
    .selectFrom('users')
    .select(['id', 'email'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('known_devices')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('token_hash', '=', device ?? Buffer.alloc(0)),
        )
        .as('known'),
    )
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
