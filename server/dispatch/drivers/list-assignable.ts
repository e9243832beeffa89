import { bySoonest, checkAssignable, routedChoices } from '@remis/domain/dispatch/assignable-drivers'
import type { AssignableDriver, assignApi } from '@remis/domain/dispatch/assign-api'
import type { DriverFacts } from '@remis/domain/dispatch/driver'
import { kmBetween, toMetre, type LatLng } from '@remis/domain/kit/distance'
import { AppError } from '@remis/domain/messages/app-error'
import { pickerContact } from '@remis/domain/people/picker-contact'
import { setTimeout } from 'node:timers/promises'
import { findBooking } from '../../booking/booking-rows.ts'
import { countEndedToday } from '../../booking/read/driver-trips.ts'
import { nowMs } from '../../platform/database/db-clock.ts'
import type { UseCase } from '../../platform/http/use-case.ts'
import type { DispatchDeps } from '../dispatch-deps.ts'
import { listDriverFacts } from './driver-facts.ts'
import { selectOfCarType } from './driver-store.ts'
import { pickupSecondsOf } from './pickup-seconds.ts'
import { loadDriverIndex } from '../search/find-drivers.ts'
import { selectOffers, toOpenOffer } from '../offers/offer-store.ts'
import { isLive } from '@remis/domain/dispatch/search'

/** Rows of the picker; larger fleets are searched by name or plate. */
const maxShown = 100

/**
 * Assignable drivers of the booking's car type, the soonest at the pickup first [dispatch-11], [design/dispatch-70].
 */
export const listAssignable: UseCase<DispatchDeps, typeof assignApi.drivers> = async (app, { params, query }) => {
  const { lists } = app.db
  const booking = await findBooking(lists, params.id)
  if (booking === null) throw new AppError(404, 'not_found')
  if (booking.status !== 'NEW') throw new AppError(409, 'booking_moved_on')
  const settings = await app.settings.current()
  const demo = !settings.AllowCriticalEditsAdmin
  await loadDriverIndex(app)
  const { carTypeId, pickup } = booking
  const ids = await selectOfCarType(lists, { carTypeId, pickup, search: query.search?.trim() ?? '' })
  const drivers = await listDriverFacts(lists, app, ids)
  const offers = new Map(
    (await selectOffers(lists, [booking.id])).map((offer) => [offer.driver_id, toOpenOffer(offer)]),
  )
  const now = await nowMs(lists)
  const near = drivers
    .flatMap((driver) => {
      const { position } = driver
      if (position === null || checkAssignable(driver, booking, settings, now) !== null) return []
      return [{ driver, position, km: kmBetween(position, booking.pickup) }]
    })
    .toSorted((a, b) => a.km - b.km)
    .slice(0, maxShown)
  const seconds = await roadSeconds(app, booking.pickup, near.slice(0, routedChoices))
  const trips = await countEndedToday(
    lists,
    near.map(({ driver }) => driver.id),
    settings.timezone,
  )
  const view = ({ driver, position, km }: Near): AssignableDriver => {
    const offer = offers.get(driver.id)
    return {
      id: driver.id,
      name: driver.name,
      mobile: pickerContact(driver.contact, demo),
      image: driver.image,
      rating: driver.rating,
      carType: booking.carType,
      vehicleMake: driver.vehicleMake,
      vehicleModel: driver.vehicleModel,
      vehicle_number: driver.vehicleNumber,
      km: toMetre(km),
      seenAt: position.at,
      lat: position.lat,
      lng: position.lng,
      seconds: seconds.get(driver.id) ?? null,
      tripsToday: trips.get(driver.id) ?? 0,
      busy: driver.busy,
      requested: offer !== undefined && isLive(offer, now),
      declined: offer?.outcome === 'declined',
    }
  }
  return {
    rows: near.map(view).toSorted(bySoonest),
    byRoad: near.length === 0 || seconds.size > 0,
    acceptFrom: Math.max(now, booking.releaseAt),
    now,
  }
}

interface Near {
  readonly driver: DriverFacts
  readonly position: NonNullable<DriverFacts['position']>
  readonly km: number
}

/** Driving seconds to the pickup; none when the maps fail or take too long, so that assigning never waits for them. */
const roadSeconds = async (
  app: DispatchDeps,
  pickup: LatLng,
  near: readonly Near[],
): Promise<ReadonlyMap<string, number>> => {
  const asked = pickupSecondsOf(
    app,
    pickup,
    near.map(({ driver, km }) => ({ driver, km, reason: null })),
  )
  const over = new AbortController()
  const late = setTimeout(app.config.limits.dispatch.assignRoadMs, new Map<string, number>(), { signal: over.signal })
  // an aborted timer is no failure
  const first = await Promise.race([asked, late.catch(() => asked)])
  over.abort()
  return first
}
