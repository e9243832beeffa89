import { AppError } from '@remis/domain/messages/app-error'
import { pickerContact } from '@remis/domain/people/picker-contact'
import type { ridersApi } from '@remis/domain/people/riders-api'
import type { SettingsCache } from '../backoffice/settings-cache.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { selectRiders } from './riders-page-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const refuse = () => new AppError(400, 'invalid_input', { fields: { cursor: 'not of this list' } })

/** Grants nothing; a forged or cut one is refused, since it would show a page that is not the next one. */
const readCursor = (cursor: string): [string, string] => {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw refuse()
  }
  const [name, id, ...more] = Array.isArray(read) ? (read as unknown[]) : []
  if (typeof name !== 'string' || name.includes('\0') || typeof id !== 'string' || !uuid.test(id) || more.length > 0)
    throw refuse()
  return [name, id]
}

/** spec 2 §2: the admin who books chooses a rider. In demo mode contacts are hidden, and cannot be searched for either. */
export const listRiders: UseCase<Deps, typeof ridersApi.list> = async (app, { query }) => {
  const { most, usual } = app.config.limits.pageRows
  const limit = Math.min(query.limit ?? usual, most)
  const demo = !(await app.settings.current()).AllowCriticalEditsAdmin
  const found = await selectRiders(app.db.lists, {
    search: query.search?.trim() ?? '',
    searchContacts: !demo,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
    limit,
  })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: pickerContact(row.email, demo),
      mobile: pickerContact(row.mobile, demo),
      profile_image: row.profile_image,
    })),
    next:
      found.length > limit && last !== undefined
        ? Buffer.from(JSON.stringify([last.name, last.id])).toString('base64url')
        : null,
  }
}
