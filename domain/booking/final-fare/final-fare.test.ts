import { describe, expect, test } from 'vitest'
import { fareOf } from '../../fare/fare.ts'
import { english } from '../../texts/english.ts'
import { exampleTariff, started } from '../example-booking.ts'
import { fareFlags } from './fare-flags.ts'
import { endFlags, finalFare, isFarFromDrop, tripSeconds, type TripFacts } from './final-fare.ts'
import type { ChargedDistance } from './trip-distance.ts'

/** Quoted: 5 km in 10 minutes, G = 276.00; minimum fare 100. */
const booking = started()
const facts: TripFacts = { seconds: 600, speed: 1, holdWithin: 0, flags: [] }
const charge = (chargedKm: number, more: Partial<TripFacts> = {}, charged: ChargedDistance = 'track') =>
  finalFare(booking, { chargedKm, charged }, { ...facts, ...more })
const priceOf = (distanceKm: number, seconds = 600) =>
  fareOf(exampleTariff, { distanceKm, seconds, parcel: 0, option: 0 }).tripCost

describe('finalFare', () => {
  test('is the fare of the charged distance and the time of the trip', () => {
    expect(charge(6)).toMatchObject({
      fare: { charged: 'track', final: { tripCost: priceOf(6) }, quoted: { tripCost: 276_00 }, speed: 1 },
      flags: [],
    })
    expect(charge(6).fare).not.toHaveProperty('computed')
  })

  test('the minimum is the least fare of the tariff, whatever the time [design/moves-61]', () => {
    const { fare } = charge(0, { seconds: 280 }, 'minimum')
    expect(fare.final).toMatchObject({ tripCost: priceOf(0, 0), distanceKm: 0, seconds: 0 })
    expect(fare.final?.tripCost).toBe(115_00)
  })
})

describe('flags and the cap [design/moves-65]', () => {
  test('above 1.3 times the quote the fare is charged and flagged', () => {
    // 276 × 1.3 = 358.8
    expect(priceOf(7.3)).toBeLessThanOrEqual(358_80)
    expect(charge(7.3).flags).toEqual([])
    expect(charge(7.5)).toMatchObject({
      flags: ['above-quote'],
      fare: { charged: 'track', final: { tripCost: priceOf(7.5) } },
    })
  })
  test('above 1.5 times the quote plus the minimum fare the quote is charged, and the office gets the computed fare', () => {
    // 276 × 1.5 + 100 = 514
    expect(priceOf(11.9)).toBe(514_00)
    expect(charge(11.9)).toMatchObject({ flags: ['above-quote'], fare: { final: { tripCost: 514_00 } } })
    expect(charge(12)).toMatchObject({
      flags: ['capped'],
      fare: { charged: 'capped', final: { tripCost: 276_00 }, computed: { tripCost: priceOf(12), distanceKm: 12 } },
    })
  })
  test('keeps the flags of the distance', () => {
    expect(charge(12, { flags: ['short-trip'] }).flags).toEqual(['short-trip', 'capped'])
  })
})

describe('holdQuoteWithin [design/moves-67]', () => {
  test.each([
    [5.7, 'held'],
    [4.3, 'held'],
    [5.9, 'track'],
    [4.1, 'track'],
  ])('10 %%: %f km is %s', (km, charged) => {
    expect(charge(km, { holdWithin: 10 }).fare).toMatchObject({
      charged,
      final: { tripCost: charged === 'held' ? 276_00 : priceOf(km) },
    })
  })
  test('keeps the computed fare for the office', () => {
    expect(charge(5.5, { holdWithin: 10 }).fare.computed?.tripCost).toBe(priceOf(5.5))
  })
  test('comes before the flags of the price', () => {
    expect(charge(7.5, { holdWithin: 40 })).toMatchObject({ flags: [], fare: { charged: 'held' } })
  })
  test('0 never holds, not even the exact quote', () => {
    expect(charge(5, { holdWithin: 0 }).fare.charged).toBe('track')
  })
  test('does not charge a way that was not driven', () => {
    expect(charge(4.9, { holdWithin: 50, flags: ['far-from-drop'] }).fare.charged).toBe('track')
    expect(charge(0, { holdWithin: 99 }, 'minimum').fare.charged).toBe('minimum')
  })
})

test('the flags of a fare, each with a text; a flag alone changes no price [design/moves-62]', () => {
  expect(fareFlags).toEqual([
    'no-track',
    'match-failed',
    'implausible-distance',
    'too-fast',
    'far-from-drop',
    'short-trip',
    'above-quote',
    'capped',
  ])
  for (const flag of fareFlags) expect(english[`fare_flag_${flag}`]).toMatch(/\w/)
  expect(charge(6, { flags: ['far-from-drop', 'short-trip'] }).fare.final?.tripCost).toBe(priceOf(6))
})

test('the end of a trip is flagged away from the drop and within a minute of the start [design/moves-64]', () => {
  expect(endFlags(true, 59)).toEqual(['far-from-drop', 'short-trip'])
  expect(endFlags(false, 60)).toEqual([])
})

test('500 m from the drop is far, less at most 100 m of inaccuracy [design/moves-63]', () => {
  const drop = { lat: -34.9, lng: -56.16 }
  const north = (km: number, accuracy?: number) => ({ lat: -34.9 + km / 111.195, lng: -56.16, accuracy })
  expect([0.49, 0.51].map((km) => isFarFromDrop(north(km), drop))).toEqual([false, true])
  expect([0.59, 0.61].map((km) => isFarFromDrop(north(km, 5000), drop))).toEqual([false, true])
})

test('the trial bills city time [design/moves-66]', () => {
  expect(tripSeconds(1000, 61_000, 1)).toBe(60)
  expect(tripSeconds(1000, 61_000, 4)).toBe(240)
  expect(tripSeconds(null, 61_000, 4)).toBe(0)
})
