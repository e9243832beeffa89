import { defaultSettings, type Settings } from '@remis/domain/backoffice/settings'
import type { Database, Tx } from '../platform/database/database.ts'
import { lockRow, readRow, writeRow, type SettingsRow } from './settings-store.ts'

/** The installation's settings, for every rule that asks. */
export interface SettingsCache {
  /**
   * From memory, at once: no caller waits for a connection, whatever transaction it is in. The very first call of a
   * process reads. What another node changed comes with the next `refresh`.
   */
  current(): Promise<Settings>
  /** Reads what stands in the database now. A task of the sweeper. */
  refresh(): Promise<Settings>
  /** Merges `patch` into the stored settings in a transaction of its own and keeps the version. `by`: null is the system. */
  change(patch: Partial<Settings>, by: string | null): Promise<Settings>
  /** A change that was just committed by `writeSettings`: seen here from now on. */
  adopt(changed: KeptSettings): void
}

export interface KeptSettings {
  readonly settings: Settings
  readonly version: number
}

/** Demo mode: `AllowCriticalEditsAdmin` is off, contacts are hidden from the office [settings-14]. */
export const isDemo = async ({ settings }: { readonly settings: SettingsCache }): Promise<boolean> =>
  !(await settings.current()).AllowCriticalEditsAdmin

/** Memory older than this is read anew in the background, also where no sweeper runs. */
const freshMs = 5000

/** Stored values over the defaults; a value of another type than the default's (an old or broken row) is left out. */
export const mergeSettings = (stored: unknown): Settings => {
  const given = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known = given.filter(
    ([name, value]) => name in defaultSettings && typeof value === typeof defaultSettings[name as keyof Settings],
  )
  return { ...defaultSettings, ...Object.fromEntries(known) }
}

const kept = (row: SettingsRow | undefined): KeptSettings => ({
  settings: mergeSettings(row?.data),
  version: row?.version ?? 0,
})

/** The settings and their version, locked until the commit. */
export const lockSettings = async (tx: Tx): Promise<KeptSettings> => kept(await lockRow(tx))

/** The next version after a locked one, with who made it (null: the system). `adopt` it after the commit. */
export const writeSettings = async (
  tx: Tx,
  before: KeptSettings,
  patch: Partial<Settings>,
  by: string | null,
): Promise<KeptSettings> => {
  const after = { settings: { ...before.settings, ...patch }, version: before.version + 1 }
  await writeRow(tx, after.version, after.settings, by)
  return after
}

export const settingsCache = (db: Database, clock: () => number = () => performance.now()): SettingsCache => {
  let held: (KeptSettings & { readonly at: number }) | undefined
  let reading: Promise<Settings> | undefined
  /** A read that was overtaken by a change changes nothing. */
  const hold = (read: KeptSettings): Settings => {
    if (held === undefined || read.version >= held.version) held = { ...read, at: clock() }
    return held.settings
  }
  // The jobs' pool: calls may have taken all of theirs and wait for these very settings.
  const refresh = () =>
    (reading ??= readRow(db.jobs)
      .then((row) => hold(kept(row)))
      .finally(() => (reading = undefined)))
  return {
    current: () => {
      if (held === undefined) return refresh()
      // A failure is the sweeper's to log; what is held stays good until the database answers again.
      if (clock() - held.at >= freshMs) refresh().catch(() => undefined)
      return Promise.resolve(held.settings)
    },
    refresh,
    change: async (patch, by) =>
      hold(await db.transact(async (tx) => writeSettings(tx, await lockSettings(tx), patch, by))),
    adopt: (changed) => void hold(changed),
  }
}
