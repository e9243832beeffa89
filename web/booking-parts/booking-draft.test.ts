import { expect, test } from 'vitest'
import { draftFrom, emptyDraft } from './booking-draft.ts'

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
