import type { BookingView } from '@remis/domain/booking/booking-api'
import { expect, test } from 'vitest'
import { correctionStart } from './correction-start.ts'

const booking = (charged: string) =>
  ({
    status: 'PAID',
    paidAt: 1,
    customer_paid: 20,
    fare: { charged, computed: { total: 30 }, final: { total: 20 } },
  }) as unknown as BookingView

test.each([
  ['capped', [], 'charge', 20],
  ['capped', [{ direction: 'back', amount: 5 }], 'charge', 15],
  ['capped', [{ direction: 'charge', amount: 10 }], 'back', 30],
  ['held', [], 'back', 20],
  ['track', [{ direction: 'back', amount: 20 }], 'back', 0],
] as const)(
  'of a fare that is %s, after the corrections %j: %s, and the rider paid %d [design/moves-65]',
  (charged, earlier, direction, paid) => {
    expect(correctionStart(booking(charged), earlier)).toEqual({ direction, paid })
  },
)

test('a return fee was paid too [design/delivery-33]', () => {
  expect(correctionStart({ ...booking('track'), returnFee: 4 }, []).paid).toBe(24)
})
