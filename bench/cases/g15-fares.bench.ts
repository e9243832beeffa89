import { fareOf } from '@remis/domain/fare/fare'
import type { Fare, Tariff } from '@remis/domain/fare/tariff'
import { seeded } from '../../atlas/testing/random.ts'
import { insist, ratiosOf, spreadOf, takeTurns } from '../pairs.ts'
import { rateRow, short } from '../report/row.ts'
import type { Found } from '../report/found.ts'

/** G15: random fares against the formula written out in integers, which is exact, and each against its result. */
const FARES = 20_000
const CHECKED = 1_000_000

interface Ride {
  readonly tariff: Tariff
  readonly distanceKm: number
  readonly seconds: number
  readonly parcel: number
  readonly option: number
}

/** Rates have up to two decimals, distances three, so all are whole numbers of a smaller unit. */
const rideOf = (random: () => number): Ride => {
  const whole = (most: number) => Math.floor(random() * (most + 1))
  return {
    tariff: {
      rate_per_unit_distance: whole(10_000) / 100,
      rate_per_hour: whole(100_000) / 100,
      base_fare: whole(10_000) / 100,
      min_fare: whole(20_000) / 100,
      convenience_fees: whole(3000) / 100,
      convenience_fee_type: random() < 0.5 ? 'flat' : 'percentage',
      cancelSlab: [],
      unit: random() < 0.5 ? 'km' : 'mile',
      decimal: whole(2),
      exponent: 2,
      currency: 'UYU',
    },
    distanceKm: whole(60_000) / 1000,
    seconds: whole(7200),
    parcel: random() < 0.2 ? whole(5000) / 100 : 0,
    option: random() < 0.2 ? whole(5000) / 100 : 0,
  }
}

const hundredths = (value: number): bigint => BigInt(Math.round(value * 100))
const MILE = 1_609_344n

/** The formula in integers, for rates of two decimals: every amount over one denominator; halves go up. */
const exactly = ({ tariff, distanceKm, seconds, parcel, option }: Ride): Pick<Fare, 'tripCost' | 'convenienceFees'> => {
  const perUnit = tariff.unit === 'mile' ? MILE : 1_000_000n
  // Over `below`: hundredths of money, distance in millionths of its unit, time in hours.
  const below = perUnit * 3600n
  const distance = hundredths(tariff.rate_per_unit_distance) * BigInt(Math.round(distanceKm * 1e6)) * 3600n
  const time = hundredths(tariff.rate_per_hour) * BigInt(seconds) * perUnit
  const flat = (hundredths(tariff.base_fare) + hundredths(parcel) + hundredths(option)) * below
  const sum = distance + time + flat
  const least = hundredths(tariff.min_fare) * below
  const cost = sum > least ? sum : least
  const fees = hundredths(tariff.convenience_fees)
  // The denominator of the fee is 10,000 times as large, for a percentage with two decimals.
  const fee = tariff.convenience_fee_type === 'flat' ? fees * below * 10_000n : cost * fees
  const step = 10n ** BigInt(2 - tariff.decimal)
  const rounded = (value: bigint): number => {
    const whole = below * 10_000n * step
    return Number(((2n * value + whole) / (2n * whole)) * step)
  }
  return { tripCost: rounded(cost * 10_000n + fee), convenienceFees: rounded(fee) }
}

/** The same in 53-bit numbers: fast, and wrong where a product exceeds them. */
const plainly = ({ tariff, distanceKm, seconds, parcel, option }: Ride): number => {
  const distance = (tariff.rate_per_unit_distance * distanceKm) / (tariff.unit === 'mile' ? 1.609344 : 1)
  const sum = tariff.base_fare + distance + (tariff.rate_per_hour * seconds) / 3600 + parcel + option
  const cost = Math.max(sum, tariff.min_fare)
  const fee = tariff.convenience_fee_type === 'flat' ? tariff.convenience_fees : (cost * tariff.convenience_fees) / 100
  const step = 10 ** (2 - tariff.decimal)
  return Math.floor(((cost + fee) * 100) / step + 0.5) * step
}

export const fareBench = async (): Promise<Found> => {
  const random = seeded(15)
  let wrongByHand = 0
  for (let i = 0; i < CHECKED; i++) {
    const ride = rideOf(random)
    const [fare, exact] = [fareOf(ride.tariff, ride), exactly(ride)]
    insist(
      fare.tripCost === exact.tripCost && fare.convenienceFees === exact.convenienceFees,
      `a fare is ${fare.tripCost}, exactly ${exact.tripCost}: ${JSON.stringify(ride)}`,
    )
    insist(fare.driverShare + fare.convenienceFees === fare.tripCost, 'the shares do not sum to the fare')
    if (plainly(ride) !== exact.tripCost) wrongByHand++
  }
  const rides = Array.from({ length: FARES }, () => rideOf(random))
  let turn = 0
  const rates = await takeTurns({
    ours: () => {
      for (let i = 0; i < 1000; i++) {
        const ride = rides[turn++ % FARES]!
        fareOf(ride.tariff, ride)
      }
      return 1000
    },
    byHand: () => {
      let sum = 0
      for (let i = 0; i < 1000; i++) sum += exactly(rides[turn++ % FARES]!).tripCost
      insist(sum >= 0, 'no sum')
      return 1000
    },
    inDoubles: () => {
      let sum = 0
      for (let i = 0; i < 1000; i++) sum += plainly(rides[turn++ % FARES]!)
      insist(sum >= 0, 'no sum')
      return 1000
    },
  })
  const quick = ratiosOf(rates.ours, rates.inDoubles)
  const note = `of ${CHECKED.toLocaleString('en')} random fares ours differs from exact fractions in 0, the formula in plain doubles in ${wrongByHand}; that one does ${short(spreadOf(rates.inDoubles).median)} /s (${short(spreadOf(quick).median)}).`
  const about = {
    goal: 'G15',
    what: 'random fares',
    peer: 'the formula by hand in integers',
    note,
  }
  return { rows: [rateRow(about, '/s', rates.ours, rates.byHand)] }
}
