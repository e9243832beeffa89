import type { settingsApi } from '@remis/domain/backoffice/settings-api'
import type { Settings } from '@remis/domain/backoffice/settings'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { changedNames, mergeSettings } from './settings-cache.ts'
import { readVersions } from './settings-store.ts'

/** The saves of the settings, newest first: each is compared with the version before it [design/settings-3]. */
export const listSavedVersions: UseCase<Platform, typeof settingsApi.history> = async ({ db, config }, { query }) => {
  const { rows, next } = await readVersions(db.request, query, config.limits.pageRows)
  return {
    rows: rows.map(({ version, at, data, before, by, by_name }) => {
      const [from, to] = [mergeSettings(before), mergeSettings(data)]
      return {
        version,
        at,
        by: by === null ? null : { id: by, name: by_name },
        changes: changedNames(from, to).map((name) => ({ name, from: shown(from, name), to: shown(to, name) })),
      }
    }),
    next,
  }
}

const shown = (settings: Settings, name: keyof Settings) => (name === 'license' ? null : settings[name])
