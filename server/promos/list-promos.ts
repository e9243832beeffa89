import { dayAt } from '@remis/domain/kit/calendar-day'
import type { promosApi } from '@remis/domain/promos/promos-api'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Platform, UseCase } from '../platform/http/use-case.ts'
import { selectUsable } from './promo-store.ts'
import { riderPromo } from './view-promo.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

/** Promos this rider may still use, the earliest to end first, at most one page. */
export const listPromos: UseCase<Deps, typeof promosApi.list> = async ({ db, settings, config }, { who }) => {
  const { timezone } = await settings.current()
  const today = dayAt(await nowMs(db.lists), timezone)
  const rows = await selectUsable(db.lists, who.id, today, config.limits.pageRows.most)
  return { rows: rows.map(riderPromo), next: null }
}
