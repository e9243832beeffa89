import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { mergeSettings } from './settings-cache.ts'
import { hasMoney, readRow } from './settings-store.ts'

/**
 * For admins: every setting as stored, not as cached in this process, so that its version is the newest. Demo mode,
 * where strangers sign in as admins, hides the purchase code.
 */
export const readSettings: UseCase<Platform, typeof settingsApi.read> = async ({ db }) => {
  const row = await readRow(db.request)
  const settings = mergeSettings(row?.data)
  return {
    settings: settings.AllowCriticalEditsAdmin ? settings : { ...settings, license: '' },
    version: row?.version ?? 0,
    codeFixed: await hasMoney(db.request),
  }
}
