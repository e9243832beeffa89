import type { PrivacyDeps } from '../../privacy-deps.ts'
import { everyone, one, type Owner, type Part } from './part.ts'

const listSessions = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (
    await db.lists
      .selectFrom('sessions')
      .leftJoin('push_tokens', 'push_tokens.session_id', 'sessions.id')
      .selectAll('sessions')
      .select('push_tokens.platform')
      .where('sessions.user_id', '=', id)
      .orderBy('sessions.created_at')
      .execute()
  ).map((row) => ({
    at: row.created_at,
    lastUsedAt: row.seen_at,
    endedAt: row.revoked_at,
    device: row.user_agent,
    address: row.address,
    // the kind of device that gets push messages; its address is a secret of the push service
    notifications: row.platform,
  }))

export const sessions: Part = {
  name: 'sessions',
  columns: { at: 'time', lastUsedAt: 'time', endedAt: 'time', device: 'text', address: 'text' },
  appliesTo: everyone,
  pages: (app, owner) => one(listSessions(app, owner)),
}

const listSecurityEvents = async ({ db }: PrivacyDeps, { id }: Owner) =>
  (await db.lists.selectFrom('security_events').selectAll().where('user_id', '=', id).orderBy('id').execute()).map(
    (row) => ({ at: row.at, kind: row.kind, device: row.user_agent, address: row.address, count: row.count }),
  )

export const security: Part = {
  name: 'security',
  columns: { at: 'time', kind: 'event', device: 'text', address: 'text' },
  appliesTo: everyone,
  pages: (app, owner) => one(listSecurityEvents(app, owner)),
}
