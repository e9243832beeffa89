import { fareOf } from '@remis/domain/fare/fare'
import type { Tariff } from '@remis/domain/fare/tariff'

/** The tariff of the generated bookings. */
export const tariff: Tariff = {
  rate_per_unit_distance: 28,
  rate_per_hour: 240,
  base_fare: 60,
  min_fare: 120,
  convenience_fees: 15,
  convenience_fee_type: 'percentage',
  cancelSlab: [{ minsDelayed: 5, amount: 80 }],
  unit: 'km',
  decimal: 0,
  exponent: 2,
  currency: 'UYU',
}

/** Trips of this many lengths as JSON, priced by the rule itself, so that [invariants-T12] can recompute the fares. */
export const shapesJson = (lengths: number): string =>
  JSON.stringify(
    Array.from({ length: lengths }, (_, place) => {
      const [distanceKm, seconds] = [1.2 + place * 0.37, 240 + place * 41]
      const fare = fareOf(tariff, { distanceKm, seconds, parcel: 0, option: 0 })
      return {
        place,
        km: distanceKm,
        seconds,
        g: fare.tripCost,
        f: fare.convenienceFees,
        s: fare.driverShare,
        quoted: fare,
        fare: { quoted: fare, final: fare, charged: 'track' },
        tariff,
      }
    }),
  )

/** The temporary table `shape` of `shapesJson`; $1: the JSON. */
export const shapeSql = `create temp table shape as select * from jsonb_to_recordset($1::jsonb)
  as x (place int, km float8, seconds int, g bigint, f bigint, s bigint, quoted jsonb, fare jsonb, tariff jsonb)`
