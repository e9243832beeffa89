import { toMajor } from '../kit/money.ts'
import type { Fare } from './tariff.ts'

/** A fare on the wire, major units. */
interface FareView {
  readonly distanceKm: number
  readonly seconds: number
  readonly parcel: number
  readonly option: number
  readonly total: number
  readonly share?: number
  readonly lines?: Fare['lines']
}

/**
 * Km, seconds, parcel and option amounts and the total of a fare. Rate lines are for admins only: total − lines would
 * show the hidden fee [design/access-6]. The driver's share is for the driver and the office.
 */
export const viewFare = (
  fare: Fare,
  exponent: number,
  { lines = false, share = false }: { readonly lines?: boolean; readonly share?: boolean } = {},
): FareView => ({
  distanceKm: fare.distanceKm,
  seconds: fare.seconds,
  parcel: fare.lines.parcel,
  option: fare.lines.option,
  total: toMajor(fare.tripCost, exponent),
  ...(share ? { share: toMajor(fare.driverShare, exponent) } : {}),
  ...(lines ? { lines: fare.lines } : {}),
})
