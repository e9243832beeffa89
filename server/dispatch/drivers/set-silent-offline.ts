import { setOffline } from '../../people/driver-flags.ts'
import type { Tx } from '../../platform/database/database.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import { upSince } from '../../platform/jobs/up-since.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { closeOffersOfDriver } from '../offers/release-offers.ts'
import { lockSilent, selectSilent } from './driver-store.ts'

/** Drivers per turn. */
const perTurn = 200

const setOfflineIfSilent = (app: DispatchDeps, tx: Tx, id: string, minutes: number): Promise<boolean> =>
  lockSilent(tx, id, minutes).then(async (silent) => {
    if (!silent) return false
    await setOffline(tx, id)
    await app.notify(tx, [
      {
        user: id,
        message: 'notice_set_offline',
        params: { minutes: String(minutes) },
        screen: 'DriverTrips',
        bookingId: null,
      },
    ])
    return true
  })

/**
 * Sets a driver offline after `offlineMinutes` without a position, and notifies them [design/dispatch-26]. A
 * driver on a trip stays online. A position that is in memory and not written yet counts.
 */
export const setSilentOffline = async (app: DispatchDeps): Promise<void> => {
  const { offlineMinutes } = await app.settings.current()
  const since = (await nowMs(app.db.jobs)) - offlineMinutes * 60_000
  for (const id of await selectSilent(app.db.jobs, offlineMinutes, perTurn)) {
    if ((app.lastPositions.get(id)?.at ?? 0) >= since || (app.drivers.get(id)?.at ?? 0) >= since) continue
    try {
      if (!(await app.db.transact((tx) => setOfflineIfSilent(app, tx, id, offlineMinutes)))) continue
      app.drivers.remove(id)
      await closeOffersOfDriver(app, id)
    } catch (error) {
      app.log.warn({ err: error, driver: id }, 'could not set a silent driver offline')
    }
  }
}

/**
 * ms. After a longer gap between two sweeps this process may not have stored positions, so the silence is counted from
 * then.
 */
const heldUpMs = 3 * 60_000

/**
 * The sweep counts silence only while the server and its database run, because no position could be stored before
 * [design/dispatch-26]. It uses the database's clock: the clock of this process may stop while the machine sleeps.
 */
export const silenceSweep = (app: DispatchDeps, clock: typeof nowMs = nowMs) => {
  const since = upSince(heldUpMs)
  return async (): Promise<void> => {
    const { offlineMinutes } = await app.settings.current()
    // Fails while the database is away.
    const now = await clock(app.db.jobs)
    if (now - since(now) >= offlineMinutes * 60_000) await setSilentOffline(app)
  }
}
