import type { FromServer } from '@remis/domain/live/live-events'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Person } from '../http/use-case.ts'
import { isReachable, isSuspended } from '../sessions/suspension.ts'

/** Why a live connection ends. */
export type EndedBy = Parameters<FromServer['bye']>[0]

/**
 * Sessions that ended after their connection was opened: signed out, expired, account deleted, disapproved, suspended
 * or of another role [design/live-10].
 */
export const findEnded = async (db: Database, people: readonly Person[]): Promise<Map<string, EndedBy>> => {
  if (people.length === 0) return new Map()
  // Runs every second for all connections; usually no row is returned.
  const { rows } = await sql<{ id: string; disapproved: boolean; suspended: boolean; gone: boolean }>`
    select asked.id, coalesce(not u.approved, false) as disapproved, coalesce(${isSuspended('u')}, false) as suspended,
      not exists (select from users a where a.id = asked.user_id and a.deleted_at is null) as gone
    from unnest(${people.map(({ sessionId }) => sessionId)}::uuid[], ${people.map(({ role }) => role)}::text[],
      ${people.map(({ id }) => id)}::uuid[]) as asked (id, role, user_id)
    left join sessions s on s.id = asked.id and s.revoked_at is null and s.expires_at > clock_timestamp()
    left join users u on u.id = s.user_id and u.deleted_at is null
    where u.id is null or u.usertype::text <> asked.role or not ${isReachable('u')}`.execute(db.jobs)
  return new Map(
    rows.map(({ id, disapproved, suspended, gone }) => [
      id,
      {
        key: disapproved ? 'require_approval' : suspended ? 'account_suspended' : 'not_logged_in',
        ...(gone && { gone }),
      },
    ]),
  )
}
