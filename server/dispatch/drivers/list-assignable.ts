import { checkAssignable } from '@remis/domain/dispatch/assignable-drivers'
import type { AssignableDriver, assignApi } from '@remis/domain/dispatch/assign-api'
import type { DriverFacts } from '@remis/domain/dispatch/driver'
import { kmBetween } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { pickerContact } from '@remis/domain/people/picker-contact'
import { findBooking } from '../../booking/booking-rows.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listDriverFacts } from './driver-facts.ts'
import { selectOfCarType } from './driver-store.ts'
import { loadDriverIndex } from '../search/find-drivers.ts'
import { selectOffers, toOpenOffer } from '../offers/offer-store.ts'
import { isLive } from '@remis/domain/dispatch/search'

/** Rows of the picker; larger fleets are searched by name or plate. */
const maxShown = 100

/** Assignable drivers of the booking's car type, nearest to the pickup first [dispatch-11]. */
export const listAssignable: UseCase<DispatchDeps, typeof assignApi.drivers> = async (app, { params, query }) => {
  const { lists } = app.db
  const booking = await findBooking(lists, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (booking.status !== 'NEW') throw new AppError(409, 'booking_moved_on')
  const settings = await app.settings.current()
  const demo = !settings.AllowCriticalEditsAdmin
  await loadDriverIndex(app)
  const ids = await selectOfCarType(lists, booking.carTypeId, query.search?.trim() ?? '')
  const drivers = await listDriverFacts(lists, app, ids)
  const offers = new Map(
    (await selectOffers(lists, [booking.id])).map((offer) => [offer.driver_id, toOpenOffer(offer)]),
  )
  const now = await nowMs(lists)
  const view = (driver: DriverFacts): AssignableDriver[] => {
    if (checkAssignable(driver, booking, settings, now) !== null || driver.position === null) return []
    const offer = offers.get(driver.id)
    return [
      {
        id: driver.id,
        name: driver.name,
        mobile: pickerContact(driver.contact, demo),
        image: driver.image,
        rating: driver.rating,
        carType: booking.carType,
        vehicleMake: driver.vehicleMake,
        vehicleModel: driver.vehicleModel,
        vehicle_number: driver.vehicleNumber,
        km: Math.round(kmBetween(driver.position, booking.pickup) * 1000) / 1000,
        seenAt: driver.position.at,
        busy: driver.busy,
        requested: offer !== undefined && isLive(offer, now),
        declined: offer?.outcome === 'declined',
      },
    ]
  }
  const rows = drivers.flatMap(view).toSorted((a, b) => a.km - b.km)
  return { rows: rows.slice(0, maxShown), acceptFrom: Math.max(now, booking.releaseAt), now }
}
