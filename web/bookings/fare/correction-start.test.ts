import type { BookingView } from '@remis/domain/booking/booking-api'
import { expect, test } from 'vitest'
import { correctionStart } from './correction-start.ts'

const booking = (charged: string) =>
  ({ fare: { charged, computed: { total: 30 }, final: { total: 20 } } }) as unknown as BookingView

test.each([
  ['capped', [], 'charge'],
  ['capped', [{ direction: 'back' }], 'charge'],
  ['capped', [{ direction: 'charge' }], 'back'],
  ['held', [], 'back'],
  ['track', [{ direction: 'back' }], 'back'],
] as const)('of a fare that is %s, after the corrections %j: %s [design/moves-65]', (charged, earlier, direction) => {
  expect(correctionStart(booking(charged), earlier)).toBe(direction)
})
