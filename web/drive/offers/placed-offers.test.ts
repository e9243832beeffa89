import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { describe, expect, it } from 'vitest'
import { placeOffers, type PlacedOffer } from './placed-offers.ts'

const offer = (bookingId: string, offeredAt = 0) =>
  ({ bookingId, offeredAt, expiresAt: offeredAt + 20_000 }) as OfferView
const [a, b, c] = [offer('A'), offer('B', 1000), offer('C', 2000)]
const says = (placed: readonly PlacedOffer[]) =>
  placed.map(({ offer: { bookingId }, ended }) => (ended === null ? bookingId : `${bookingId} ${ended.as}`))

describe('the places of requests [design/web-158]', () => {
  const before = placeOffers([], [a, b], {}, 5000)

  it('a request that ends keeps its place while another one is below it', () => {
    const ended = placeOffers(before, [b], {}, 5000)
    expect(says(ended)).toEqual(['A gone', 'B'])
    expect(says(placeOffers(ended, [b], {}, 6499))).toEqual(['A gone', 'B'])
    expect(says(placeOffers(ended, [b], {}, 6500))).toEqual(['B'])
  })

  it('gives the reason, except for an answered request', () => {
    expect(says(placeOffers(before, [b], {}, 20_000))).toEqual(['A ran-out', 'B'])
    expect(says(placeOffers(before, [b], { A: 0 }, 5000))).toEqual(['A answered', 'B'])
  })

  it('removes the last request at once', () => {
    expect(says(placeOffers(before, [a], {}, 5000))).toEqual(['A'])
    const both = placeOffers(placeOffers(before, [b], {}, 5000), [], {}, 5100)
    expect(both).toEqual([])
  })

  it('adds a new request at the end, and a renewed one at its place', () => {
    expect(says(placeOffers(before, [a, b, c], {}, 5000))).toEqual(['A', 'B', 'C'])
    const renewed = offer('A', 20_500)
    const ended = placeOffers(before, [b], {}, 20_000)
    expect(placeOffers(ended, [b, renewed], {}, 20_500)[0]).toEqual({ offer: renewed, ended: null })
  })

  it('returns the same list if nothing changes', () => {
    expect(placeOffers(before, [a, b], {}, 5250)).toBe(before)
    const ended = placeOffers(before, [b], {}, 5000)
    expect(placeOffers(ended, [b], {}, 5250)).toBe(ended)
  })
})
