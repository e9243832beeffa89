import { QueryClient } from '@tanstack/react-query'
import type { BookingView } from '@remis/domain/booking/booking-api'
import type { OfferView } from '@remis/domain/dispatch/dispatch-api'
import { describe, expect, it } from 'vitest'
import { bookingKeys, newer, putBooking, putOffer, withOffer } from './booking-cache.ts'

const booking = (id: string, version: number, status: BookingView['status']) => ({ id, version, status }) as BookingView
const offer = (bookingId: string, expiresAt: number) => ({ bookingId, expiresAt }) as OfferView

describe('bookings in the cache', () => {
  it('keeps the newer version', () => {
    const held = booking('B', 4, 'STARTED')
    expect(newer(held, booking('B', 3, 'ARRIVED'))).toBe(held)
    expect(newer(undefined, held)).toBe(held)
    const same = booking('B', 4, 'STARTED')
    expect(newer(held, same)).toBe(same)
  })

  it('updates each view, and reports whether the lists need a reload', () => {
    const client = new QueryClient()
    const list = [...bookingKeys.lists, { status: 'NEW' }]
    client.setQueryData(list, { rows: [booking('A', 1, 'NEW'), booking('B', 1, 'NEW')], next: null })
    expect(putBooking(client, booking('B', 2, 'NEW'))).toBe(true)
    expect(putBooking(client, booking('B', 3, 'ACCEPTED'))).toBe(false)
    expect(putBooking(client, booking('C', 1, 'NEW'))).toBe(false)
    const { rows } = client.getQueryData<{ rows: BookingView[] }>(list)!
    expect(rows.map((row) => [row.id, row.version])).toEqual([
      ['A', 1],
      ['B', 3],
    ])
    putBooking(client, booking('B', 2, 'NEW'))
    expect(client.getQueryData<BookingView>(bookingKeys.one('B'))?.version).toBe(3)
  })
})

describe('offers in the cache', () => {
  it('are ordered by time; a renewal keeps its place', () => {
    let offers = withOffer([], 'A', offer('A', 20))
    offers = withOffer(offers, 'B', offer('B', 25))
    offers = withOffer(offers, 'A', offer('A', 40))
    expect(offers.map((one) => [one.bookingId, one.expiresAt])).toEqual([
      ['A', 40],
      ['B', 25],
    ])
    expect(withOffer(offers, 'A', offer('A', 20)), 'a late, older event').toBe(offers)
    expect(withOffer(offers, 'A', null).map((one) => one.bookingId)).toEqual(['B'])
    expect(withOffer(offers, 'X', null)).toBe(offers)
  })

  it('are added before the list is loaded', () => {
    const client = new QueryClient()
    putOffer(client, 'A', offer('A', 20))
    expect(client.getQueryData<OfferView[]>(bookingKeys.offers)).toHaveLength(1)
  })
})
