import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { expect, test } from 'vitest'
import { endedOffers } from './ended-offers.ts'

const offer = (bookingId: string, offeredAt = 0) =>
  ({ bookingId, offeredAt, expiresAt: offeredAt + 20_000 }) as OfferView
const shown = { A: offer('A') }

test.each([
  ['still open', [offer('A')], {}, 5000, null, ['A']],
  ['taken or cancelled before its time', [], {}, 5000, 'gone', []],
  ['over and not renewed yet', [offer('A')], {}, 21_000, null, ['A']],
  ['renewed', [offer('A', 20_500)], {}, 21_000, null, ['A']],
  ['over and not renewed for a while', [offer('A')], {}, 23_000, 'ran-out', []],
  ['closed at its end', [], {}, 20_000, 'ran-out', []],
  ['declined by the driver', [], { A: 0 }, 5000, null, []],
  ['gone while another one is open', [offer('B', 4000)], {}, 5000, 'gone', ['B']],
] as const)('a request that is %s [design/web-119]', (_, held, answered, now, end, left) => {
  const result = endedOffers(shown, held, answered, now)
  expect(result.end).toBe(end)
  expect(Object.keys(result.shown)).toEqual(left)
})

test('a renewed request that is declined shows no message when it ends', () => {
  const renewed = endedOffers(shown, [offer('A', 20_500)], {}, 21_000)
  expect(endedOffers(renewed.shown, [], { A: 20_500 }, 22_000).end).toBe(null)
})
