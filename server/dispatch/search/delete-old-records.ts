import type { DispatchDeps } from '../dispatch-deps.ts'
import { deleteNoticesOfKind } from '../../notices/delete-old-notices.ts'
import { deleteOldOffers } from '../offers/offer-store.ts'
import { deleteRecordsBefore } from './record-store.ts'
import { deleteOldAlerts } from './search-store.ts'

/** The most rows that one statement deletes, so that it does not hold locks for long. */
const perStatement = 1000

/**
 * Sweep: deletes dispatch records, offers that were not accepted, drivers' notices of requests, and alerts of bookings
 * that wait for no driver [design/dispatch-28]. One unserved search leaves hundreds of rows, which are of use only for
 * recent bookings.
 */
export const deleteOldRecords = async ({ db, config }: Pick<DispatchDeps, 'db' | 'config'>): Promise<void> => {
  const { keepDays } = config.limits.dispatch
  for (const remove of [
    () => deleteRecordsBefore(db.jobs, keepDays, perStatement),
    () => deleteOldOffers(db.jobs, keepDays, perStatement),
    () => deleteNoticesOfKind(db.jobs, 'notice_new_booking', keepDays, perStatement),
    () => deleteOldAlerts(db.jobs, perStatement),
  ])
    while ((await remove()) === perStatement);
}
