import { describe, expect, test } from 'vitest'
import { admin, after, changed, driver, reached, t0 } from '../example-booking.ts'
import { pay } from '../moves/pay.ts'
import { correctFare, correctionParts, type CorrectionData } from './correct-fare.ts'

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

describe('with a flat fee of 36.00 of a fare of 276.00 the driver', () => {
  const paid = after(flat, pay(flat, driver, { payment_mode: 'cash' }, t0))
  type Correction = readonly ['back' | 'charge', number, withDriver?: boolean]
  /** The driver's parts of corrections that follow each other, major units. */
  const sharesOf = (...corrections: readonly Correction[]) => {
    let [corrected, correctedShare] = [0, 0]
    return corrections.map(([direction, major, withDriver = true]) => {
      const before = { corrected, correctedShare, returnFee: 0, debts: [], balance: 0, guaranteed: false }
      const facts = { direction, amount: major * 100, reason: 'Detour', withDriver, ...before }
      const { data } = changed(correctFare(paid, admin, facts))
      const { amount, share } = data as unknown as CorrectionData
      corrected += amount
      correctedShare += share
      return share / 100
    })
  }

  test.each<[string, readonly Correction[], number[]]>([
    ['gives back no more than the share, the platform the rest', [['back', 276]], [-240]],
    [
      'gives back what earlier corrections left',
      [
        ['back', 200],
        ['back', 76],
      ],
      [-200, -40],
    ],
    [
      'gives back a charge too',
      [
        ['charge', 100],
        ['back', 376],
      ],
      [100, -340],
    ],
    [
      'gets the share again when all is charged again',
      [
        ['back', 276],
        ['charge', 276],
      ],
      [-240, 240],
    ],
    [
      'gives back nothing of a charge that only the platform got',
      [
        ['charge', 50, false],
        ['back', 50],
        ['back', 50],
      ],
      [0, 0, -50],
    ],
    [
      'gives back its part of the charges and what goes beyond them, but not the charge that only the platform got',
      [
        ['charge', 50, false],
        ['charge', 30],
        ['back', 100],
      ],
      [0, 30, -50],
    ],
    [
      'gets nothing of a charge of what the platform alone gave back',
      [
        ['back', 50, false],
        ['charge', 50],
      ],
      [0, 0],
    ],
  ])('%s [design/money-110] [design/money-121]', (_, corrections, shares) => {
    expect(sharesOf(...corrections).map((share) => share + 0)).toEqual(shares)
  })
})

test.each([
  [{ balance: 0, guaranteed: false }, { owed: 50 }, { pending: 43 }],
  [{ balance: 20_00, guaranteed: false }, { owed: 30 }, { pending: 23 }],
  // the platform's part alone is owed
  [{ balance: 45_00, guaranteed: false }, { owed: 5 }, null],
  [{ balance: 0, guaranteed: true }, { owed: 50 }, null],
  [{ balance: 50_00, guaranteed: false }, null, null],
] as const)(
  'the notices of a charge with %o say what the rider owes, and what waits for it [design/money-92]',
  (collection, owed, pending) => {
    const paid = after(booking, pay(booking, driver, { payment_mode: 'cash' }, t0))
    const charge = { direction: 'charge', amount: 50_00, reason: 'Detour', withDriver: true } as const
    const before = { corrected: 0, correctedShare: 0, returnFee: 0, debts: [] }
    const { notices } = changed(correctFare(paid, admin, { ...charge, ...before, ...collection }))
    expect(notices).toMatchObject([
      owed === null
        ? { message: 'notice_correction_charge', params: { amount: 50 } }
        : { message: 'notice_correction_charge_owed', params: { amount: 50, reason: 'Detour', ...owed } },
      pending === null
        ? { message: 'notice_correction_share', params: { amount: 43 } }
        : { message: 'notice_correction_share_pending', params: { amount: 43, reason: 'Detour', ...pending } },
    ])
  },
)
