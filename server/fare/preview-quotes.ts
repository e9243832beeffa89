import { checkTripdate } from '@remis/domain/booking/booking-checks'
import type { quotesApi } from '@remis/domain/fare/quotes-api'
import { fareOf } from '@remis/domain/fare/fare'
import { faultError } from '@remis/domain/kit/check'
import { toMajor } from '@remis/domain/kit/money'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { findPickupSeconds } from '../dispatch/nearby/find-nearby.ts'
import { asLocationCall, payerOf } from '../places/count-location-call.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { selectCarTypes } from './car-type-store.ts'
import { findRoute } from './find-route.ts'
import { pickupBand } from './pickup-band.ts'
import { tariffOfCar } from './price-quote.ts'

/**
 * One route, the price of each car type for it and the pickup band; nothing is stored [design/api-31]. The prices come
 * without bands for a later departure, and past the limit of `nearby` [design/access-84].
 */
export const previewQuotes: UseCase<DispatchDeps, typeof quotesApi.preview> = async (app, { body, who, address }) => {
  const [cars, settings] = await Promise.all([selectCarTypes(app.db.request), app.settings.current()])
  const { tripdate = null } = body
  const fault = tripdate === null ? null : checkTripdate(tripdate, await nowMs(app.db.request), settings.bookLaterDays)
  if (fault !== null) throw faultError(fault)
  const { route, seconds } = await asLocationCall(app, payerOf(who, address), async () => {
    const found = await findRoute(app.maps, body.pickup, body.drop, tripdate)
    // Counted only when drivers are looked up: without a route there is no answer about drivers.
    if (tripdate !== null || !app.nearby.mayAsk(who, address)) return { route: found, seconds: null }
    const carTypes = cars.map(({ id }) => id)
    return { route: found, seconds: await findPickupSeconds(app, body.pickup, carTypes) }
  })
  const rows = cars.map((car, index) => {
    const tariff = tariffOfCar(car, settings)
    const fare = fareOf(tariff, { distanceKm: route.distance, seconds: route.duration, parcel: 0, option: 0 })
    return {
      carType: car.id,
      estimate: toMajor(fare.tripCost, tariff.exponent),
      ...(seconds === null ? {} : { pickupMinutes: pickupBand(seconds[index] ?? null) }),
    }
  })
  return {
    distance: route.distance,
    duration: route.duration,
    durationRange: route.range ?? null,
    polylinePoints: route.polylinePoints,
    currency: settings.code,
    rows,
  }
}
