import { room } from '@remis/domain/live/live-events'
import { defaultSettings, type Settings } from '@remis/domain/backoffice/settings'
import { rangeOf } from '@remis/domain/backoffice/settings-checks'
import { namesOfZone } from '@remis/domain/backoffice/time-zones'
import { faultError } from '@remis/domain/kit/check'
import type { Database, Tx } from '../../platform/database/database.ts'
import { addToOutbox } from '../../platform/live/outbox.ts'
import { findZone, lockRow, readRow, writeRow, type SettingsRow } from './settings-store.ts'

/** The installation's settings. */
export interface SettingsCache {
  /**
   * From memory, so that no caller waits for a connection, in a transaction too. The first call of a process reads the
   * database. Changes by other nodes arrive with the next `refresh`.
   */
  current(): Promise<Settings>
  /** Reads the stored settings. Sweep. */
  refresh(): Promise<Settings>
  /** Resolves when this process has at least this version: another node may have written it. */
  reach(version: number): Promise<void>
  /** Merges `patch` into the stored settings in one transaction and stores the version. `by`: null is the system. */
  change(patch: Partial<Settings>, by: string | null): Promise<Settings>
  /** Uses a change that `writeSettings` has just committed from now on. */
  adopt(changed: KeptSettings): void
}

export interface KeptSettings {
  readonly settings: Settings
  readonly version: number
}

/** Demo mode: `AllowCriticalEditsAdmin` is off, contacts are hidden from the office [settings-14]. */
export const isDemo = async ({ settings }: { readonly settings: SettingsCache }): Promise<boolean> =>
  !(await settings.current()).AllowCriticalEditsAdmin

/** Admins must have a second step, except in demo mode, where no one can change how to sign in [design/accounts-69]. */
export const needsTwoFactor = async ({ settings }: { readonly settings: SettingsCache }): Promise<boolean> => {
  const { adminTwoFactor, AllowCriticalEditsAdmin } = await settings.current()
  return adminTwoFactor && AllowCriticalEditsAdmin
}

/** Memory older than this is refreshed in the background, also where no sweep runs, ms. */
const freshMs = 5000

/** A number that an earlier version allowed counts as the nearest one that is allowed now [design/dispatch-80]. */
const inRange = (name: string, value: unknown): unknown => {
  const range = rangeOf(name)
  return range === undefined || typeof value !== 'number' ? value : Math.min(Math.max(value, range.least), range.most)
}

/** Stored values over the defaults; a value of another type than the default's (an old or broken row) is ignored. */
export const mergeSettings = (stored: unknown): Settings => {
  const given = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known = given
    .filter(
      ([name, value]) => name in defaultSettings && typeof value === typeof defaultSettings[name as keyof Settings],
    )
    .map(([name, value]) => [name, inRange(name, value)] as const)
  return { ...defaultSettings, ...Object.fromEntries(known) }
}

/** The settings that differ, in the order of the declaration. */
export const changedNames = (before: Settings, after: Settings): readonly (keyof Settings)[] =>
  (Object.keys(defaultSettings) as (keyof Settings)[]).filter((name) => before[name] !== after[name])

const kept = (row: SettingsRow | undefined): KeptSettings => ({
  settings: mergeSettings(row?.data),
  version: row?.version ?? 0,
})

/** The settings and their version, locked until the commit. */
export const lockSettings = async (tx: Tx): Promise<KeptSettings> => kept(await lockRow(tx))

/** PostgreSQL has fewer old names of time zones than Node, depending on how it was installed [design/money-84]. */
const knownZone = async (tx: Tx, zone: string): Promise<string> => {
  const known = await findZone(tx, namesOfZone(zone))
  if (known === null) throw faultError({ key: 'time_zone_unknown', field: 'timezone' })
  return known
}

/**
 * Writes the version after a locked one, with its author (null: the system), and reports it to open screens
 * [design/live-63]. `adopt` it after the commit. What changes nothing writes no version and returns `before`
 * [design/settings-3].
 */
export const writeSettings = async (
  tx: Tx,
  before: KeptSettings,
  patch: Partial<Settings>,
  by: string | null,
): Promise<KeptSettings> => {
  const settings = { ...before.settings, ...patch }
  if (settings.timezone !== before.settings.timezone) settings.timezone = await knownZone(tx, settings.timezone)
  if (changedNames(before.settings, settings).length === 0) return before
  const after = { settings, version: before.version + 1 }
  await writeRow(tx, after.version, after.settings, by)
  await addToOutbox(tx, { kind: 'settings', subject: String(after.version), audience: [room.all] })
  return after
}

export const settingsCache = (db: Database, clock: () => number = () => performance.now()): SettingsCache => {
  let held: (KeptSettings & { readonly at: number }) | undefined
  let reading: Promise<Settings> | undefined
  /** A read that a change has overtaken changes nothing. */
  const hold = (read: KeptSettings): Settings => {
    if (held === undefined || read.version >= held.version) held = { ...read, at: clock() }
    return held.settings
  }
  // The jobs' pool: calls may hold all connections of theirs and wait for these settings.
  const refresh = () =>
    (reading ??= readRow(db.jobs)
      .then((row) => hold(kept(row)))
      .finally(() => (reading = undefined)))
  return {
    current: () => {
      if (held === undefined) return refresh()
      // The sweep logs a failure; the cached settings stay valid until the database answers.
      if (clock() - held.at >= freshMs) refresh().catch(() => undefined)
      return Promise.resolve(held.settings)
    },
    refresh,
    reach: async (version) => {
      // A read that was on its way may be older than the change.
      for (let tries = 0; tries < 2 && (held === undefined || held.version < version); tries++) await refresh()
    },
    change: async (patch, by) =>
      hold(await db.transact(async (tx) => writeSettings(tx, await lockSettings(tx), patch, by))),
    adopt: (changed) => void hold(changed),
  }
}
