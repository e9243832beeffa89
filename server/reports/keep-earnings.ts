import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Platform } from '../platform/http/use-case.ts'
import { addQueued, hasQueued, lockState, readState, rebuild } from './earnings-store.ts'

export interface ReportDeps extends Platform {
  readonly settings: SettingsCache
}

/** Postings per commit. */
const atOnce = 2000

/** Brings the sums up to date, or makes them again when the operator's zone has changed [design/money-57]. Sweep. */
export const keepEarnings = async (app: ReportDeps): Promise<void> => {
  const { timezone } = await app.settings.current()
  const { timezone: shown } = await readState(app.db.jobs)
  if (shown !== timezone) {
    await app.db.transact(async (tx) => {
      const state = await lockState(tx)
      if (state.timezone !== timezone) await rebuild(tx, { generation: state.generation, timezone })
    })
    return
  }
  while ((await addSome(app)) === atOnce);
}

const addSome = (app: ReportDeps): Promise<number> =>
  app.db.transact(async (tx) => addQueued(tx, await lockState(tx), atOnce))

/** What waits when a report is asked for is added first, so that the report equals the ledger of that moment. */
export const currentEarnings = async (app: ReportDeps) => {
  const { timezone } = await app.settings.current()
  const state = await readState(app.db.lists)
  // Another zone: the sums of the old one are shown until the new ones are made, except in a new installation.
  const behind = state.timezone === '' || (state.timezone === timezone && (await hasQueued(app.db.lists)))
  if (!behind) return state
  await keepEarnings(app)
  return readState(app.db.lists)
}
