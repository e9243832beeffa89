import { pickerContact } from '@remis/domain/people/picker-contact'
import type { ridersApi } from '@remis/domain/people/riders-api'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { readPage } from '../platform/database/list-page.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { riderList, ridersOf } from './rider-list-store.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** The riders an admin can book for. In demo mode contacts are hidden [people-16], and cannot be searched for. */
export const listRiders: UseCase<Deps, typeof ridersApi.list> = async (app, { query }) => {
  const demo = !(await app.settings.current()).AllowCriticalEditsAdmin
  const { rows, next } = await readPage(riderList(!demo), ridersOf(app.db.lists), query, app.config.limits.pageRows)
  return {
    rows: rows.map((row) => ({
      id: row.id,
      firstName: row.first_name,
      lastName: row.last_name,
      email: pickerContact(row.email, demo),
      mobile: pickerContact(row.mobile, demo),
      profile_image: row.profile_image,
    })),
    next,
  }
}
