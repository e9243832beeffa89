import type { Role } from '@remis/domain/kit/endpoint'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Database } from '../platform/database/database.ts'
import { hashToken, newToken } from '../platform/sessions/session-guard.ts'

export interface TestPerson {
  readonly id: string
  readonly role: Role
  readonly sessionId: string
  readonly token: string
}

let count = 0

/** Inserts a user with a session: for tests of the platform, which has no registration. */
export const makePerson = async (db: Database, role: Role, more: { approved?: boolean } = {}): Promise<TestPerson> => {
  const [id, sessionId, token] = [newId(), newId(), newToken()]
  const number = ++count
  await db.request
    .insertInto('users')
    .values({
      id,
      usertype: role,
      first_name: role,
      last_name: String(number),
      email: `${role}-${number}-${id.slice(-6)}@example.org`,
      referral_id: `${role}${id}`,
      approved: more.approved ?? true,
    })
    .execute()
  await db.request
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      token_hash: hashToken(token),
      expires_at: sql<Date>`clock_timestamp() + interval '1 day'`,
    })
    .execute()
  return { id, role, sessionId, token }
}
