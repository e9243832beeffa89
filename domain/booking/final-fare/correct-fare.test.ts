import { expect, test } from 'vitest'
import { reached } from '../example-booking.ts'
import { correctionParts } from './correct-fare.ts'

/** G = 276.00 with a fee of 36.00, rounded to whole units. */
const booking = reached()
const flat = { ...booking, tariff: { ...booking.tariff, convenience_fee_type: 'flat' } } as const

test('driver and platform bear a correction in the parts of the fare, with a flat fee the driver alone [design/money-41]', () => {
  // 100 × 36 / 276 = 13.04; 50 × 36 / 276 = 6.52
  expect(correctionParts(booking, 100_00, true)).toEqual({ fee: 13_00, share: 87_00 })
  expect(correctionParts(booking, 50_00, true)).toEqual({ fee: 7_00, share: 43_00 })
  expect(correctionParts(flat, 100_00, true)).toEqual({ fee: 0, share: 100_00 })
})

test('a trip that ended for 0 is corrected in the parts of its quote [design/money-95]', () => {
  const free = { ...booking, trip_cost: 0, convenience_fees: 0, driver_share: 0 }
  // the quote: 276.00 with a fee of 36.00
  expect(correctionParts(free, 138_00, true)).toEqual({ fee: 18_00, share: 120_00 })
  const nothingQuoted = { ...free.fare.quoted, tripCost: 0, convenienceFees: 0 }
  expect(correctionParts({ ...free, fare: { ...free.fare, quoted: nothingQuoted } }, 10_00, true)).toEqual({
    fee: 0,
    share: 10_00,
  })
})

test('the platform has all of it when the office leaves the share as it is [design/money-41]', () => {
  for (const one of [booking, flat]) expect(correctionParts(one, 100_00, false)).toEqual({ fee: 100_00, share: 0 })
})
