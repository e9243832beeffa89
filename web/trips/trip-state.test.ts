import type { BookingView } from '@remis/domain/booking/booking-api'
import { statuses } from '@remis/domain/booking/statuses'
import { describe, expect, it } from 'vitest'
import {
  cancelledAmounts,
  returnedText,
  isDrivenBy,
  noDriverLead,
  otherSentence,
  positionAge,
  sentenceOf,
  tripStep,
  tripSteps,
  waitLead,
} from './trip-state.ts'

const common = { bookLater: false, released: true, arrivalConfirmedAt: null, undelivered: null } as const

describe('the state of a trip on the screen', () => {
  it('goes through the five steps in order', () => {
    const steps = (['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'] as const).map(tripStep)
    expect(steps).toEqual([0, 1, 2, 3, 4])
    expect(tripSteps).toHaveLength(5)
    expect(tripStep('CANCELLED')).toBeNull()
  })

  it('shows the age of a position from 15 s on and marks it as lost after 60 s', () => {
    expect(positionAge(0, 15_000).look).toBe('live')
    expect(positionAge(0, 16_000)).toEqual({ seconds: 16, look: 'aged' })
    expect(positionAge(0, 61_000).look).toBe('lost')
    expect(positionAge(5000, 0).seconds).toBe(0)
  })

  it('is driven by its driver alone, until it has ended [design/chat-8]', () => {
    const driven = statuses.filter((status) => isDrivenBy({ driver: 'one', status }, 'one'))
    expect(driven).toEqual(['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'])
    expect(isDrivenBy({ driver: 'one', status: 'STARTED' }, 'two')).toBe(false)
    expect(isDrivenBy({ driver: null, status: 'NEW' }, 'one')).toBe(false)
  })

  it('has a sentence for every state', () => {
    for (const status of statuses)
      expect(sentenceOf({ ...common, status, search: null }, null).key).toMatch(/^trip_say_/)
    expect(sentenceOf({ ...common, status: 'NEW', search: { state: 'no-driver', until: null } }, null).key).toBe(
      'trip_say_no_driver',
    )
    expect(sentenceOf({ ...common, status: 'ACCEPTED', search: null }, 240)).toEqual({
      key: 'trip_say_coming_in',
      seconds: 240,
    })
    expect(sentenceOf({ ...common, status: 'ACCEPTED', search: null }, 20).key).toBe('trip_say_nearly_there')
  })

  it('says whether the arrival is confirmed and the driver still there [design/moves-70] [design/moves-72]', () => {
    const arrived = { ...common, status: 'ARRIVED', search: null } as const
    expect(sentenceOf(arrived, null).key).toBe('trip_say_at_pickup_unconfirmed')
    expect(otherSentence(arrived)).toBe('trip_other_at_pickup_unconfirmed')
    expect(sentenceOf({ ...arrived, arrivalConfirmedAt: 1 }, null).key).toBe('trip_say_at_pickup')
    expect(sentenceOf({ ...arrived, arrivalConfirmedAt: 1 }, null, true).key).toBe('trip_say_at_pickup_unconfirmed')
    expect(otherSentence({ ...arrived, arrivalConfirmedAt: 1 })).toBe('trip_other_at_pickup')
  })
})

describe('a parcel that could not be delivered [design/delivery-30]', () => {
  const undelivered = { at: 1, reason: 'absent', note: null, image: null, drop: null } as const

  it('is not back where the office cancelled the delivery on the way [design/moves-37]', () => {
    const trip = { ...common, status: 'CANCELLED', search: null, undelivered } as const
    expect([sentenceOf(trip, null).key, otherSentence(trip)]).toEqual(['trip_say_cancelled', 'trip_other_cancelled'])
  })

  it.each([
    ['STARTED', 'trip_say_returning'],
    ['REACHED', 'trip_say_returned_owed'],
    ['PENDING', 'trip_say_returned_owed'],
    ['PAID', 'trip_say_returned'],
    ['COMPLETE', 'trip_say_returned'],
  ] as const)('%s: comes back instead of being delivered', (status, key) => {
    const trip = { ...common, status, search: null, undelivered }
    expect(sentenceOf(trip, 120)).toEqual({ key })
    expect(otherSentence(trip)).toBe(key)
  })
})

describe('a trip that the office ended for a part of its fare [design/moves-37]', () => {
  const fare = { quoted: {}, final: {}, charged: 'given' } as BookingView['fare']
  const undelivered = { at: 1, reason: 'absent', note: null, image: null, drop: null } as const

  it.each([
    ['PENDING', 'trip_say_aborted_owed', 'trip_other_aborted_owed'],
    ['PAID', 'trip_say_aborted', 'trip_other_aborted'],
    ['COMPLETE', 'trip_say_aborted', 'trip_other_aborted'],
  ] as const)('%s: has neither arrived nor come back', (status, forRider, forOthers) => {
    for (const one of [null, undelivered]) {
      const trip = { ...common, status, search: null, fare, undelivered: one }
      expect([sentenceOf(trip, null).key, otherSentence(trip)]).toEqual([forRider, forOthers])
    }
  })
})

describe('a booking without a search', () => {
  const waiting = { ...common, status: 'NEW', search: { state: 'waiting', until: null } } as const
  it('is for later, or waits for the office (autoDispatch off)', () => {
    const said = (trip: { bookLater: boolean; released: boolean }) => [
      sentenceOf({ ...waiting, ...trip }, null).key,
      otherSentence({ ...waiting, ...trip }),
      waitLead({ ...waiting, ...trip }),
    ]
    const office = ['trip_say_office', 'trip_other_unassigned', 'trip_wait_office']
    expect(said({ bookLater: false, released: true })).toEqual(office)
    expect(said({ bookLater: true, released: false })).toEqual([
      'trip_say_scheduled',
      'trip_say_scheduled',
      'trip_wait_later',
    ])
    // its time has come, and no driver has it [design/dispatch-13]
    expect(said({ bookLater: true, released: true })).toEqual(office)
  })
})

it('says that nothing is charged only where no money of the wallet is held [design/dispatch-79]', () => {
  expect([{}, { usedWalletMoney: 0 }, { usedWalletMoney: 280 }].map(noDriverLead)).toEqual([
    'trip_no_driver_lead',
    'trip_no_driver_lead',
    'trip_no_driver_lead_wallet',
  ])
})

describe('a cancelled ride [design/money-20]', () => {
  const quoted = { trip_cost: 300, discount_amount: 20, usedWalletMoney: 0, cardPaymentAmount: 0, prepaid: false }
  it.each([
    [
      'wallet, no fee',
      { payment_mode: 'wallet', customer_paid: 0 },
      { fee: 0, returned: { to: 'wallet', amount: 280 } },
    ],
    [
      'wallet, fee of 60 from the hold',
      { payment_mode: 'wallet', customer_paid: 60, usedWalletMoney: 60 },
      { fee: 60, returned: { to: 'wallet', amount: 220 } },
    ],
    ['cash, fee', { payment_mode: 'cash', customer_paid: 60 }, { fee: 60, returned: null }],
    [
      'cash, fee of which a part is owed [design/money-81]',
      { payment_mode: 'cash', customer_paid: 60, feeOwed: 50, writtenOff: 0 },
      { fee: 60, owed: 50, returned: null },
    ],
    [
      'cash, fee of which a part was written off',
      { payment_mode: 'cash', customer_paid: 60, feeOwed: 0, writtenOff: 50 },
      { fee: 10, returned: null },
    ],
    ['card, not paid yet', { payment_mode: 'card', customer_paid: 0 }, { fee: 0, returned: null }],
    [
      'card, paid before',
      { payment_mode: 'card', prepaid: true, customer_paid: 60, cardPaymentAmount: 60 },
      { fee: 60, returned: { to: 'card', amount: 220 } },
    ],
  ] as const)('%s: says the fee and what came back', (_, more, expected) => {
    expect(cancelledAmounts({ ...quoted, ...more })).toEqual({ owed: 0, ...expected })
  })

  it.each([
    ['wallet', undefined, 'trip_returned_wallet'],
    ['card', null, 'trip_returned_card'],
    ['card', 'open', 'trip_returned_card'],
    ['card', 'done', 'trip_returned_card_done'],
    ['card', 'credited', 'trip_returned_card_credited'],
    ['card', 'left', 'trip_returned_card_left'],
    ['card', 'settled', 'trip_returned_card_settled'],
  ] as const)('to the %s, %s: %s [design/payments-109]', (to, refund, text) => {
    expect(returnedText(to, refund)).toBe(text)
  })

  it.each(['wallet', 'card'] as const)(
    'with a successor the money moved there, and nothing came back [design/moves-83]: %s',
    (payment_mode) => {
      const trip = { ...quoted, payment_mode, prepaid: payment_mode === 'card', customer_paid: 0 }
      expect(cancelledAmounts({ ...trip, successor: null }).returned).toEqual({ to: payment_mode, amount: 280 })
      expect(cancelledAmounts({ ...trip, successor: 'ABCDEFGHJK' }).returned).toBeNull()
    },
  )
})
