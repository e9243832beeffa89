import { expect, it } from 'vitest'
import type { MapFacts } from '../backoffice/map-proposal.ts'
import { proposeSetUp } from './propose-set-up.ts'

const facts: MapFacts = {
  map: 'Map',
  center: { lat: 35, lng: 139 },
  timezone: 'Asia/Tokyo',
  country: { code: 'JP', name: 'Japan', currencies: ['JPY'], languages: [], miles: false, leftHand: true },
}
const unknown = { country: null, currency: null, decimals: null, timezone: null, language: null }

it('proposes country, currency with its decimals, time zone and language of the map [design/maps-105]', () => {
  expect(proposeSetUp(facts)).toEqual({
    ...unknown,
    country: 'JP',
    currency: 'JPY',
    decimals: 0,
    timezone: 'Asia/Tokyo',
  })
  const swiss = { ...facts.country!, code: 'LI', currencies: ['CHF', 'EUR'], languages: ['de', 'fr'] }
  expect(proposeSetUp({ ...facts, country: swiss })).toMatchObject({ currency: 'CHF', decimals: 2, language: 'de' })
})

it('proposes nothing that is unknown for the map', () => {
  expect(proposeSetUp({ ...facts, timezone: null, country: null })).toEqual(unknown)
})
