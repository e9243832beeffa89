import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { describe, expect, it } from 'vitest'
import { formatDate, type DateForm } from '../../platform/format.ts'
import { carAtPickup, freshOffers, liveOffers, openingText, shareLeft } from './use-offers.ts'

const offer = (bookingId: string, offeredAt: number) =>
  ({ bookingId, offeredAt, expiresAt: offeredAt + 20_000 }) as OfferView
const ids = (offers: readonly OfferView[]) => offers.map((one) => one.bookingId)

describe('offers on the driver’s screen', () => {
  it('are ordered oldest first and leave when they expire', () => {
    const offers = [offer('B', 5000), offer('A', 0), offer('C', 5000)]
    expect(ids(liveOffers(offers, {}, 6000))).toEqual(['A', 'B', 'C'])
    expect(ids(liveOffers(offers, {}, 20_000))).toEqual(['B', 'C'])
    expect(ids(liveOffers(offers, {}, 25_000))).toEqual([])
  })

  it('stay hidden once answered, until renewed', () => {
    expect(ids(liveOffers([offer('A', 1000)], { A: 1000 }, 2000))).toEqual([])
    expect(ids(liveOffers([offer('A', 9000)], { A: 1000 }, 9500))).toEqual(['A'])
  })

  it('have a share of time left from 1 to 0', () => {
    expect(shareLeft(offer('A', 0), 0)).toBe(1)
    expect(shareLeft(offer('A', 0), 15_000)).toBe(0.25)
    expect(shareLeft(offer('A', 0), 99_000)).toBe(0)
  })

  it('say that the car is at the pickup within 50 m, unless the way there takes minutes', () => {
    const at = (pickupDistance: number, pickupTime: number | null) => carAtPickup({ pickupDistance, pickupTime })
    expect([at(0, 0), at(0.049, 60), at(0.049, null)]).toEqual([true, true, true])
    expect([at(0.05, 10), at(0.05, null), at(0.02, 180)]).toEqual([false, false, false])
  })

  it('sound the horn when new or renewed, not on each render', () => {
    expect(ids(freshOffers({}, [offer('A', 0)]))).toEqual(['A'])
    expect(ids(freshOffers({ A: 0 }, [offer('A', 0)]))).toEqual([])
    expect(ids(freshOffers({ A: 0 }, [offer('A', 20_000)]))).toEqual(['A'])
  })
})

it('a reserved ride names the day of its release if it differs from the day of the ride', () => {
  const date = (ms: number, form: DateForm) => formatDate(ms, form, 'America/Montevideo', 'en')
  const opening = (offeredAt: string, tripdate: string) =>
    openingText({ date }, { offeredAt: Date.parse(offeredAt), tripdate: Date.parse(tripdate) })
  expect(opening('2026-12-01T13:40:00-03:00', '2026-12-01T14:00:00-03:00')).not.toContain('Dec')
  expect(opening('2026-11-30T23:50:00-03:00', '2026-12-01T00:10:00-03:00')).toContain('Nov 30')
})
