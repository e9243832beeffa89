import type { FareExplanation } from '@remis/domain/booking/booking'
import { fareOf, givenFare } from '@remis/domain/fare/fare'
import type { Fare, Tariff } from '@remis/domain/fare/tariff'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import type { Survey } from './invariant.ts'

const BATCH = 500

const pageAfter = (db: Kysely<Tables>, after: string) =>
  db
    .selectFrom('bookings')
    .select(['id', 'tariff', 'fare', 'estimate', 'trip_cost', 'convenience_fees', 'driver_share'])
    .select(['parcel_type_selected', 'option_selected'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()

type Row = Awaited<ReturnType<typeof pageAfter>>[number]

const same = (a: Fare, b: Fare): boolean =>
  a.tripCost === b.tripCost && a.convenienceFees === b.convenienceFees && a.driverShare === b.driverShare

const holds = (row: Row): boolean => {
  const { quoted, final, charged, computed } = row.fare as FareExplanation
  const tariff = row.tariff as Tariff
  const again = (fare: Fare): Fare =>
    fareOf(tariff, {
      distanceKm: fare.distanceKm,
      seconds: fare.seconds,
      parcel: row.parcel_type_selected?.amount ?? 0,
      option: row.option_selected?.amount ?? 0,
    })
  if (!same(quoted, again(quoted)) || quoted.tripCost !== row.estimate) return false
  if (computed !== undefined && !same(computed, again(computed))) return false
  const last = final ?? quoted
  if (last.tripCost !== row.trip_cost || last.convenienceFees !== row.convenience_fees) return false
  if (last.driverShare !== row.driver_share) return false
  if (final === null) return true
  if (charged !== 'given') return same(final, again(final))
  // The office may leave the fare that was reached, or that of the quote, as it is [design/moves-37].
  return (
    [givenFare(tariff, final.tripCost, final), quoted].some((fare) => same(final, fare)) || same(final, again(final))
  )
}

const broken = (row: Row): boolean => {
  try {
    return !holds(row)
  } catch {
    // A snapshot that the fare rule refuses is broken.
    return true
  }
}

/** The charged fare can be computed again from the stored tariff and trip [invariants-T12]. */
export const fareSurvey: Survey = {
  judges: [{ id: 'T12', says: "a booking's fare can be computed again from its own tariff, distance and time" }],
  find: async (db) => {
    const found: string[] = []
    for (let after = ''; ;) {
      const rows = await pageAfter(db, after)
      found.push(...rows.filter(broken).map((row) => row.id))
      const last = rows.at(-1)
      if (!last || rows.length < BATCH) return found.map((row) => ({ invariant: 'T12', row }))
      after = last.id
    }
  },
}
