import { namesOfZone } from '@remis/domain/backoffice/time-zones'
import type { Platform } from '../../platform/http/use-case.ts'
import type { SettingsCache } from './settings-cache.ts'
import { findZone } from './settings-store.ts'

/**
 * At the start: replaces a stored time zone that the database does not know, as after an update of PostgreSQL, by its
 * other name. Without one, no day can be computed, and the log says what to do [design/money-84].
 */
export const mendTimeZone = async (
  { db, log, settings }: Pick<Platform, 'db' | 'log'> & { readonly settings: SettingsCache },
): Promise<void> => {
  const { timezone } = await settings.current()
  const known = await findZone(db.request, namesOfZone(timezone))
  if (known === null)
    log.error({ timezone }, 'the database does not know the time zone of the settings: choose another one in /settings, or install the time zones of PostgreSQL (Debian and Ubuntu: tzdata-legacy)')
  else if (known.toLowerCase() !== timezone.toLowerCase()) {
    await settings.change({ timezone: known }, null)
    log.warn({ from: timezone, to: known }, 'the time zone of the settings has another name in the database')
  }
} // prettier-ignore
