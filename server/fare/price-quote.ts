import type { InstructionData } from '@remis/domain/booking/booking-api'
import type { Extra } from '@remis/domain/booking/booking'
import { fareOf } from '@remis/domain/fare/fare'
import { tariffOf } from '@remis/domain/fare/tariff'
import type { TimeRange } from '@remis/domain/traffic/expected-time'
import { AppError } from '@remis/domain/messages/app-error'
import { v7 as newId } from 'uuid'
import type { SettingsCache } from '../backoffice/settings/settings-cache.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import type { Platform } from '../platform/http/use-case.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import { asLocationCall } from '../places/count-location-call.ts'
import { bindAddress, type GivenPlace } from '../places/bind-address.ts'
import { selectCarType, type CarTypeRow } from './car-type-store.ts'
import { findRoute } from './find-route.ts'
import type { Chosen, Quote } from './quote.ts'
import { deleteSurplus, insertQuote } from './quote-store.ts'

export interface FareDeps extends Platform {
  readonly settings: SettingsCache
  readonly maps: MapsProvider
}

export interface QuoteQuery {
  readonly riderId: string
  readonly madeBy: string
  readonly carTypeId: string
  readonly pickup: GivenPlace
  readonly drop: GivenPlace
  readonly instruction: InstructionData | undefined
  /** for Book Later, ms */
  readonly tripdate: number | null
}

/** A quote before it is stored; storing sets its expiry. */
export interface Priced {
  readonly quote: Omit<Quote, 'expiresAt'>
  readonly car: CarTypeRow
  /** km of the route on toll roads; tolls are not in the price */
  readonly tollKm: number
  /** seconds from the shortest to the longest of most drives; null: the duration is exact enough [design/maps-113] */
  readonly durationRange: TimeRange | null
}

const pick = (list: readonly Extra[], index: number | null | undefined, field: string): Extra | null => {
  if (index === null || index === undefined) return null
  const extra = list[index]
  if (extra === undefined) throw new AppError(400, 'invalid_input', { fields: { [field]: 'not on offer' } })
  return { description: extra.description, amount: extra.amount }
}

const choose = (car: CarTypeRow, instruction: InstructionData | undefined): Chosen => ({
  parcelTypeIndex: instruction?.parcelTypeIndex ?? null,
  optionIndex: instruction?.optionIndex ?? null,
  parcelTypeSelected: pick(car.parcel_types, instruction?.parcelTypeIndex, 'parcelTypeIndex'),
  optionSelected: pick(car.options, instruction?.optionIndex, 'optionIndex'),
})

export const carTypeOnOffer = async (app: FareDeps, id: string): Promise<CarTypeRow> => {
  const car = await selectCarType(app.db.request, id)
  if (car === undefined || !car.active)
    throw new AppError(422, 'select_proper', { fields: { carType: 'not on offer' } })
  return car
}

export const tariffOfCar = (car: CarTypeRow, settings: Parameters<typeof tariffOf>[1]) =>
  tariffOf({ ...car, cancelSlab: car.cancel_slab }, settings)

/** Route and price with the current tariff [design/moves-6]. It calls the maps, so never inside a transaction. */
export const priceQuote = async (app: FareDeps, query: QuoteQuery): Promise<Priced> => {
  const car = await carTypeOnOffer(app, query.carTypeId)
  const chosen = choose(car, query.instruction)
  const [route, pickupText, dropText] = await asLocationCall(
    app,
    { subject: query.madeBy, isOffice: query.madeBy !== query.riderId },
    () =>
      Promise.all([
        findRoute(app.maps, query.pickup, query.drop, query.tripdate),
        bindAddress(app.maps, query.pickup),
        bindAddress(app.maps, query.drop),
      ]),
  )
  const tariff = tariffOfCar(car, await app.settings.current())
  const fare = fareOf(tariff, {
    distanceKm: route.distance,
    seconds: route.duration,
    parcel: chosen.parcelTypeSelected?.amount ?? 0,
    option: chosen.optionSelected?.amount ?? 0,
  })
  return {
    car,
    tollKm: route.tollKm,
    durationRange: route.range ?? null,
    quote: {
      id: newId(),
      riderId: query.riderId,
      madeBy: query.madeBy,
      carTypeId: car.id,
      pickup: { lat: query.pickup.lat, lng: query.pickup.lng, add: pickupText },
      drop: { lat: query.drop.lat, lng: query.drop.lng, add: dropText },
      distance: route.distance,
      duration: route.duration,
      polyline: route.polylinePoints,
      chosen,
      tariff,
      fare,
      estimate: fare.tripCost,
      promo: null,
      discount: 0,
      tripdate: query.tripdate,
      usedAt: null,
    },
  }
}

/**
 * Stores a quote, valid for `quoteMinutes` from `at` (database clock, ms; now when absent), and deletes older ones that
 * are too many [design/moves-6].
 */
export const storeQuote = async (app: FareDeps, tx: Tx, { quote }: Priced, at?: number): Promise<Quote> => {
  const now = at ?? (await nowMs(tx))
  const stored = { ...quote, expiresAt: now + app.config.limits.quoteMinutes * 60_000 }
  await insertQuote(tx, stored, now)
  await deleteSurplus(tx, stored, app.config.limits.unusedQuotes)
  return stored
}
