import { expect, test } from 'vitest'
import { chosenPlace, cleared, draftFrom, emptyDraft } from './booking-draft.ts'

const place = { lat: -34.9, lng: -56.16, add: '18 de Julio 1234' }

test('reads back a stored draft', () => {
  const draft = {
    pickup: place,
    drop: null,
    carType: 'c',
    later: true,
    tripdate: 1_790_000_000_000,
    goOn: true,
    promo: 'HOLA10',
    mode: 'wallet' as const,
  }
  expect(draftFrom(JSON.stringify(draft))).toEqual(draft)
})

test('leaves out invalid fields', () => {
  expect(draftFrom(null)).toEqual(emptyDraft)
  expect(draftFrom('{')).toEqual(emptyDraft)
  expect(draftFrom('7')).toEqual(emptyDraft)
  expect(
    draftFrom(
      JSON.stringify({
        pickup: { ...place, lat: 91 },
        drop: { lat: 1 },
        carType: 3,
        later: 1,
        tripdate: 'soon',
        goOn: 'yes',
      }),
    ),
  ).toEqual(emptyDraft)
})

test('clearing puts the drop at the pickup without an address, and no car type is chosen [booking-31] (D9 of the review)', () => {
  const draft = { ...emptyDraft, pickup: place, drop: { lat: -34.8, lng: -56.1, add: 'Far' }, carType: 'c', promo: 'P' }
  const { pickup, drop, carType, promo } = cleared(draft)
  expect({ pickup, drop, carType, promo }).toEqual({
    pickup: place,
    drop: { lat: place.lat, lng: place.lng, add: '' },
    carType: null,
    promo: null,
  })
  // it is no place to book to
  expect(chosenPlace(drop)).toBeNull()
  expect(chosenPlace(draftFrom(JSON.stringify(cleared(draft))).drop)).toBeNull()
  expect(cleared(emptyDraft).drop).toBeNull()
  expect(chosenPlace(place)).toBe(place)
})
