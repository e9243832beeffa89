import { sql, type Kysely } from 'kysely'
import { fullNameOrNull } from '../../platform/database/schema/full-name.ts'
import type { ListTable, SortBy } from '../../platform/database/list-page.ts'
import type { Tables } from '../../platform/database/schema.ts'

/** The newest moves of a booking with the names of their actors, newest first. `driver`: who accepted. */
export const selectMoves = (db: Kysely<Tables>, bookingId: string, limit: number) =>
  db
    .selectFrom('booking_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .leftJoin('users as d', (join) => join.on(sql<boolean>`d.id = (e.data ->> 'driver')::uuid`))
    .select(['e.version', 'e.move', 'e.from_status', 'e.to_status', 'e.actor_kind', 'e.actor_id', 'e.at'])
    .select(['e.data', 'e.device', fullNameOrNull('u').as('name'), fullNameOrNull('d').as('driver_name')])
    .where('e.booking_id', '=', bookingId)
    .orderBy('e.version', 'desc')
    .limit(limit)
    .execute()

const withActors = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.actor_role', 'a.data', fullNameOrNull('u').as('name')])
    .where('a.subject', '=', `booking:${bookingId}`)

/** The newest rows of the audit log with one of these actions, newest first. `driver_name`: the assigned driver. */
export const selectActs = (db: Kysely<Tables>, bookingId: string, actions: readonly string[], limit: number) =>
  withActors(db, bookingId)
    .leftJoin('users as d', (join) => join.on(sql<boolean>`d.id = (a.data ->> 'driver')::uuid`))
    .select(fullNameOrNull('d').as('driver_name'))
    .where('a.action', 'in', [...actions])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()

const auditId: SortBy = { by: sql.ref('a.id'), kind: 'integer' }
export const auditList: ListTable<'newest'> = {
  id: auditId,
  sorts: { newest: auditId },
  usual: { sort: 'newest', direction: 'desc' },
}

/** All rows of the audit log of a booking. */
export const auditOf = withActors
