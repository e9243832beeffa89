import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Person } from './use-case.ts'

/** Sessions that ended since their links were opened: signed out, expired, account gone, disapproved or of another role. */
export const findEnded = async (
  db: Database,
  people: readonly Person[],
): Promise<Map<string, 'not_logged_in' | 'require_approval'>> => {
  if (people.length === 0) return new Map()
  const { rows } = await sql<{ id: string; usertype: string; approved: boolean }>`
    select s.id, u.usertype, u.approved from sessions s join users u on u.id = s.user_id
    where s.id = any(${people.map((person) => person.sessionId)}::uuid[])
      and s.revoked_at is null and s.expires_at > clock_timestamp() and u.deleted_at is null`.execute(db.jobs)
  const living = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    people.flatMap((person) => {
      const row = living.get(person.sessionId)
      if (row?.approved && row.usertype === person.role) return []
      return [[person.sessionId, row && !row.approved ? 'require_approval' : 'not_logged_in'] as const]
    }),
  )
}
