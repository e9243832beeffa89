import type { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { AppError } from '@remis/domain/messages/app-error'
import { setOffline, setOnline } from '../../people/driver-flags.ts'
import { lastPosition } from '../../tracking/stored-positions.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { closeOffersOfDriver } from '../offers/release-offers.ts'
import { viewDay } from './driver-day.ts'
import { lockDriver } from './driver-store.ts'

/**
 * The driver's switch. Online: the next search sweep finds the driver. Offline: open offers close; a trip under way
 * goes on and is tracked. The phone that goes online sends the positions from then on [design/tracking-20]. The
 * driver's row is locked, so an accept comes before or after.
 */
export const goOnline: UseCase<DispatchDeps, typeof dispatchApi.goOnline> = async (app, { who, body }) => {
  const driver = await app.db.transact(async (tx) => {
    const locked = await lockDriver(tx, who.id)
    if (locked === undefined) throw new AppError(404, 'not_found')
    if (body.online && locked.suspended) throw new AppError(403, 'account_suspended')
    if (body.online && locked.documents_expired) throw new AppError(403, 'documents_expired')
    await (body.online ? setOnline(tx, who.id, who.sessionId) : setOffline(tx, who.id))
    return locked
  })
  if (body.online) {
    app.lastPositions.senders.claim(who.id, who.sessionId, Date.now())
    const seen = app.lastPositions.get(who.id) ?? (await lastPosition(app.db.request, who.id))
    const state = { carType: driver.car_type_id, busy: driver.queue }
    if (seen) {
      // [design/tracking-6]
      const at = Math.min(seen.at, await nowMs(app.db.request))
      app.drivers.put({ id: who.id, lat: seen.lat, lng: seen.lng, at }, state)
    }
  } else {
    app.drivers.remove(who.id)
    await closeOffersOfDriver(app, who.id)
  }
  return viewDay(app, who.id)
}
