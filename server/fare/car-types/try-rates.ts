import { setImmediate as turn } from 'node:timers/promises'
import { comparePrices, pricedAtBoth } from '@remis/domain/fare/compare-rates'
import type { carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { amountDecimals, checkCarTypeEntry } from '@remis/domain/fare/car-type-checks'
import { tariffOf } from '@remis/domain/fare/tariff'
import { faultError } from '@remis/domain/kit/check'
import { toMajor } from '@remis/domain/kit/money'
import { AppError } from '@remis/domain/messages/app-error'
import type { SettingsCache } from '../../backoffice/settings/settings-cache.ts'
import type { Platform, UseCase } from '../../platform/http/use-case.ts'
import { liveCarTypes, samplePaidTrips } from '../car-type-store.ts'
import { managedCarType } from './manage-car-types.ts'

interface Deps extends Platform {
  readonly settings: SettingsCache
}

const days = 30
const mostTrips = 500
/** Trips between two turns of the event loop: a price takes some 20 µs. */
const tripsPerTurn = 50

/**
 * What the paid trips of the last 30 days would have cost at other rates, beside today's rates: the same km and seconds
 * by the formula that prices bookings [design/catalogue-8].
 */
export const tryRates: UseCase<Deps, typeof carTypeTableApi.tryRates> = async ({ db, settings }, call) => {
  const row = await liveCarTypes(db.lists).where('id', '=', call.params.id).executeTakeFirst()
  if (row === undefined) throw new AppError(404, 'not_found')
  const car = managedCarType(row)
  const current = await settings.current()
  const fault = checkCarTypeEntry({ ...car, ...call.body }, amountDecimals(current), car)
  if (fault !== null) throw faultError(fault)
  const [now, next] = [tariffOf(car, current), tariffOf({ ...car, ...call.body }, current)]
  const trips = await samplePaidTrips(db.lists, car.id, { days, most: mostTrips })
  const priced: ReturnType<typeof pricedAtBoth>[] = []
  for (const [index, { fare }] of trips.entries()) {
    const { distanceKm, seconds, lines } = fare.final ?? fare.quoted
    priced.push(pricedAtBoth({ distanceKm, seconds, parcel: lines.parcel, option: lines.option }, now, next))
    if (index % tripsPerTurn === tripsPerTurn - 1) await turn()
  }
  const compared = comparePrices(priced)
  const major = ({ sum, median, fees }: typeof compared.now) => ({
    sum: toMajor(sum, now.exponent),
    median: toMajor(median, now.exponent),
    fees: toMajor(fees, now.exponent),
  })
  return {
    comparison: {
      trips: trips[0]?.total ?? 0,
      sampled: trips.length,
      currency: current.code,
      now: major(compared.now),
      next: major(compared.next),
      dearer: compared.dearer,
      cheaper: compared.cheaper,
    },
  }
}
