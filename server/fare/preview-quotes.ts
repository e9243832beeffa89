import type { quotesApi } from '@remis/domain/fare/quotes-api'
import { fareOf } from '@remis/domain/fare/fare'
import type { LatLng } from '@remis/domain/kit/distance'
import { toMajor } from '@remis/domain/kit/money'
import type { DispatchDeps } from '../dispatch/dispatch-deps.ts'
import { findDrivers } from '../dispatch/search/find-drivers.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { selectCarTypes } from './car-type-store.ts'
import { findRoute } from './find-route.ts'
import { pickupBand } from './pickup-band.ts'
import { tariffOfCar } from './price-quote.ts'

/** Without a driving time from the maps: 20 km/h over the straight line. */
const secondsPerKm = 180

/** Seconds to the pickup of the nearest free car of this type; null: none is near. */
const pickupSeconds = async (app: DispatchDeps, pickup: LatLng, carTypeId: string): Promise<number | null> => {
  const { considered, pickupSeconds: known } = await findDrivers(app, { pickup, carTypeId })
  const times = considered.flatMap(({ driver, km, reason }) =>
    reason === null && km !== null ? [known.get(driver.id) ?? km * secondsPerKm] : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/** One route, the price of each car type for it and the pickup band; nothing is stored [design/api-31]. */
export const previewQuotes: UseCase<DispatchDeps, typeof quotesApi.preview> = async (app, { body }) => {
  const [route, cars, settings] = await Promise.all([
    findRoute(app.maps, body.pickup, body.drop),
    selectCarTypes(app.db.request),
    app.settings.current(),
  ])
  const rows = await Promise.all(
    cars.map(async (car) => {
      const tariff = tariffOfCar(car, settings)
      const fare = fareOf(tariff, { distanceKm: route.distance, seconds: route.duration, parcel: 0, option: 0 })
      return {
        carType: car.id,
        estimate: toMajor(fare.tripCost, tariff.exponent),
        pickupMinutes: pickupBand(await pickupSeconds(app, body.pickup, car.id)),
      }
    }),
  )
  return {
    distance: route.distance,
    duration: route.duration,
    polylinePoints: route.polylinePoints,
    currency: settings.code,
    rows,
  }
}
