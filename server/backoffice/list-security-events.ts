import type { securityEventsApi } from '@remis/domain/backoffice/security-events-api'
import { readPage } from '../platform/database/list-page.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { securityEventList, securityEvents } from './security-events-store.ts'
import { isDemo, type SettingsCache } from './settings/settings-cache.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/**
 * The security events for the office [design/access-127]; an address is a contact, which demo mode hides [people-16].
 */
export const listSecurityEvents: UseCase<Deps, typeof securityEventsApi.list> = async (app, { query }) => {
  const demo = await isDemo(app)
  const shown = (contact: string) => (demo && contact !== '' ? 'Hidden' : contact)
  const list = securityEventList(demo)
  const { rows, next } = await readPage(list, securityEvents(app.db.lists), query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      at: row.at,
      kind: row.kind,
      user: row.user_id,
      userName: row.user_name,
      address: shown(row.address),
      userAgent: shown(row.user_agent),
      messageKey: row.message_key,
      route: row.route,
      count: row.count,
    })),
    next,
  }
}
