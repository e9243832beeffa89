import { defaultSettings, type Settings } from '@remis/domain/backoffice/settings'
import type { Database } from '../platform/database.ts'
import { lockRow, readRow, writeRow } from './settings-store.ts'

/** The installation's settings, for every rule that asks. */
export interface SettingsKeeper {
  /** From memory; read anew after a change here, and every few seconds since another node may have changed them. */
  current(): Promise<Settings>
  /** Merges `patch` into the stored settings in a transaction of its own and keeps the version. `by`: null is the system. */
  change(patch: Partial<Settings>, by: string | null): Promise<Settings>
}

/** How long another node's change may stay unseen here. */
const freshMs = 5000

/** Stored values over the defaults; a value of another type than the default's (an old or broken row) is left out. */
export const mergeSettings = (stored: unknown): Settings => {
  const given = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known = given.filter(
    ([name, value]) => name in defaultSettings && typeof value === typeof defaultSettings[name as keyof Settings],
  )
  return { ...defaultSettings, ...Object.fromEntries(known) }
}

export const keepSettings = (db: Database, clock: () => number = () => performance.now()): SettingsKeeper => {
  let held: { readonly settings: Promise<Settings>; readonly at: number } | undefined
  const hold = (settings: Promise<Settings>) => {
    const fresh = { settings, at: clock() }
    held = fresh
    // A failed read is not kept: the next caller tries again.
    settings.catch(() => {
      if (held === fresh) held = undefined
    })
    return settings
  }
  return {
    current: () =>
      held !== undefined && clock() - held.at < freshMs
        ? held.settings
        : hold(readRow(db.request).then((row) => mergeSettings(row?.data))),
    change: async (patch, by) => {
      const settings = await db.transact(async (tx) => {
        const row = await lockRow(tx)
        const next = { ...mergeSettings(row.data), ...patch }
        await writeRow(tx, row.version + 1, next, by)
        return next
      })
      return hold(Promise.resolve(settings))
    },
  }
}
