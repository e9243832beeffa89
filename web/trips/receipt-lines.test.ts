import type { BookingView } from '@remis/domain/booking/booking-api'
import { describe, expect, it } from 'vitest'
import { afterCorrections, receiptOf } from './receipt-lines.ts'

const side = (total: number, distanceKm = 5) => ({ distanceKm, seconds: 600, parcel: 0, option: 0, total })
const trip = (more: Partial<BookingView>) =>
  ({
    status: 'PAID',
    trip_cost: 240,
    customer_paid: 240,
    discount_amount: 0,
    cashPaymentAmount: 240,
    cardPaymentAmount: 0,
    usedWalletMoney: 0,
    payableAmount: 0,
    fare: { quoted: side(220), final: side(240, 5.6), charged: 'track' },
    ...more,
  }) as BookingView

const keys = (more: Partial<BookingView>) => receiptOf(trip(more), 2)!.lines.map((line) => line.key)

describe('receipt', () => {
  it('shows km, minutes, total, payment and the difference to the quote', () => {
    const receipt = receiptOf(trip({}), 2)!
    expect(receipt).toMatchObject({
      km: 5.6,
      seconds: 600,
      charged: 'track',
      change: { key: 'trip_changed_more', amount: 20 },
    })
    expect(keys({})).toEqual(['trip_receipt_quoted', 'trip_receipt_total', 'trip_receipt_paid_cash'])
  })

  it('shows the amount as owed before the cash is received', () => {
    expect(keys({ status: 'REACHED' })).toContain('trip_receipt_owed_cash')
    expect(keys({ status: 'REACHED' })).not.toContain('trip_receipt_paid_cash')
    const owed = { status: 'PENDING', cashPaymentAmount: 0, payableAmount: 240 } as const
    expect(keys({ ...owed, payment_mode: 'cash' })).toContain('trip_receipt_owed_cash')
    expect(keys({ ...owed, payment_mode: 'card' })).toContain('trip_receipt_to_pay')
  })

  it('shows a debt that is no part of the cash [design/money-97]', () => {
    const cash = { payment_mode: 'cash', debtDue: 80 } as const
    const lineOf = (more: Partial<BookingView>) =>
      receiptOf(trip({ ...cash, ...more }), 2)!.lines.find(({ key }) => key === 'trip_receipt_debt_left')
    expect(lineOf({ debtPaid: 0 })).toEqual({ key: 'trip_receipt_debt_left', amount: 80 })
    expect(lineOf({ debtPaid: 80 })).toBe(undefined)
    expect(lineOf({ debtPaid: 0, status: 'REACHED' })).toBe(undefined)
  })

  // the server leaves driver share and convenience fee out of a rider's view [booking-37]
  it('has lines for fee and share only if the view has them', () => {
    expect(keys({})).not.toContain('trip_receipt_fee')
    expect(keys({ convenience_fees: 40, driver_share: 200 })).toEqual(
      expect.arrayContaining(['trip_receipt_fee', 'trip_receipt_share']),
    )
  })

  it('shows a discount and the rest', () => {
    const { lines } = receiptOf(trip({ discount_amount: 40, customer_paid: 200, cashPaymentAmount: 200 }), 2)!
    expect(lines.map((line) => [line.key, line.amount])).toEqual([
      ['trip_receipt_quoted', 220],
      ['trip_receipt_total', 240],
      ['trip_receipt_discount', -40],
      ['trip_receipt_after_discount', 200],
      ['trip_receipt_paid_cash', 200],
    ])
  })

  it('names the promo, and says to pay only of what is not paid yet [design/web-120]', () => {
    const promo = { discount_amount: 40, customer_paid: 200, promo_details: { id: 'p', promo_name: 'SPRING' } } as const
    const owed = {
      ...promo,
      status: 'PENDING',
      payment_mode: 'card',
      cashPaymentAmount: 0,
      payableAmount: 200,
    } as const
    expect(receiptOf(trip(promo), 2)!.lines).toContainEqual({ key: 'trip_receipt_promo', what: 'SPRING', amount: -40 })
    expect(keys(promo)).not.toContain('trip_receipt_to_pay')
    expect(receiptOf(trip(owed), 2)!.lines).toContainEqual({ key: 'trip_receipt_to_pay', amount: 200 })
    expect(new Set(keys(owed)).size).toBe(keys(owed).length)
  })

  it.each([
    ['track', 'trip_changed_more'],
    ['quote-no-track', 'trip_changed_more_time'],
    ['quote-too-fast', 'trip_changed_more_time'],
    ['route', 'trip_changed_more_short'],
    ['given', 'trip_changed_more_short'],
    ['held', undefined],
    ['capped', undefined],
  ] as const)('names a cause that agrees with what was charged: %s [design/moves-68]', (charged, key) => {
    expect(receiptOf(trip({ fare: { quoted: side(220), final: side(240), charged } }), 2)!.change?.key).toBe(key)
  })

  it('shows the way that was driven where the quote or the minimum is charged', () => {
    const driven = { distance: 3.2, total_trip_time: 400 }
    const fare = { quoted: side(220), final: side(220), charged: 'held' } as const
    expect(receiptOf(trip({ ...driven, fare }), 2)).toMatchObject({ km: 3.2, seconds: 400 })
    expect(receiptOf(trip({ ...driven, fare: { ...fare, charged: 'quote-no-track' } }), 2)).toMatchObject({ km: 5 })
  })

  it('has lines for the delivery and its extras that add up to the total [design/delivery-60]', () => {
    const fare = { quoted: side(12.4), final: { ...side(12.4), parcel: 2, option: 1 }, charged: null }
    const { lines } = receiptOf(trip({ fare, trip_cost: 12.4 }), 2)!
    expect(lines.map((line) => [line.key, line.amount]).slice(0, 5)).toEqual([
      ['trip_receipt_quoted', 12.4],
      ['estimate_delivery', 9.4],
      ['trip_receipt_parcel', 2],
      ['trip_receipt_option', 1],
      ['trip_receipt_total', 12.4],
    ])
  })

  it('is empty before the fare is final', () => {
    expect(receiptOf(trip({ fare: { quoted: side(220), final: null, charged: null } }), 2)).toBeNull()
  })
})

it('adds the corrections to what the rider paid, or to the share of the driver [design/money-33]', () => {
  const corrections = [
    { version: 7, at: 0, direction: 'back', amount: 30, reason: 'Detour' },
    { version: 8, at: 0, direction: 'charge', amount: 5, reason: 'Toll' },
  ] as const
  const discounted = { discount_amount: 40, customer_paid: 200 }
  expect(afterCorrections(trip(discounted), corrections)).toBe(175)
  expect(afterCorrections(trip({ ...discounted, driver_share: 190 }), corrections)).toBe(165)
})
