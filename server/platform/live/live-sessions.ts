import type { FromServer } from '@remis/domain/live/live-events'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Person } from '../http/use-case.ts'
import { hasSecondStep } from '../sessions/sessions.ts'
import { isReachable, isSuspended } from '../sessions/suspension.ts'

/** Why a live connection ends. */
export type EndedBy = Parameters<FromServer['bye']>[0]

interface Ended {
  readonly id: string
  readonly disapproved: boolean
  readonly suspended: boolean
  readonly one_step: boolean
  readonly gone: boolean
}

const keyOf = ({ disapproved, suspended, one_step }: Ended): EndedBy['key'] => {
  if (disapproved) return 'require_approval'
  if (suspended) return 'account_suspended'
  return one_step ? 'two_factor_required' : 'not_logged_in'
}

/**
 * Sessions that ended after their connection was opened: signed out, expired, account deleted, disapproved, suspended
 * or of another role [design/live-10]; with `needsTwoFactor` also those of admins without a second step
 * [design/live-68].
 */
export const findEnded = async (
  db: Database,
  people: readonly Person[],
  needsTwoFactor: boolean,
): Promise<Map<string, EndedBy>> => {
  if (people.length === 0) return new Map()
  const lacksStep = sql<boolean>`(${needsTwoFactor} and u.usertype = 'admin' and not ${hasSecondStep('u')})`
  // Runs every second for all connections; usually no row is returned.
  const { rows } = await sql<Ended>`
    select asked.id, coalesce(not u.approved, false) as disapproved, coalesce(${isSuspended('u')}, false) as suspended,
      coalesce(u.usertype::text = asked.role and ${lacksStep}, false) as one_step,
      not exists (select from users a where a.id = asked.user_id and a.deleted_at is null) as gone
    from unnest(${people.map(({ sessionId }) => sessionId)}::uuid[], ${people.map(({ role }) => role)}::text[],
      ${people.map(({ id }) => id)}::uuid[]) as asked (id, role, user_id)
    left join sessions s on s.id = asked.id and s.revoked_at is null and s.expires_at > clock_timestamp()
    left join users u on u.id = s.user_id and u.deleted_at is null
    where u.id is null or u.usertype::text <> asked.role or not ${isReachable('u')} or ${lacksStep}`.execute(db.jobs)
  return new Map(rows.map((row) => [row.id, { key: keyOf(row), ...(row.gone && { gone: row.gone }) }]))
}
