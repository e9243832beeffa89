import { expect, test } from 'vitest'
import type { Tags } from '../../osm/osm-data.ts'
import { poisOf } from './collect-places.ts'

const metre = 90
const namesOf = (...list: readonly { tags: Tags; metres?: number }[]): string[] =>
  poisOf(
    list.map(({ tags, metres = 0 }) => ({ tags, lat: Math.round(metres * metre), lng: 0, size: 0 })),
    () => ({ text: '', words: [], bounded: '' }),
    () => undefined,
  ).map(({ name }) => name)

const airport = { aeroway: 'aerodrome', iata: 'XXX', name: 'Port Airport' }
const terminal = { aeroway: 'terminal' }

// [design/maps-44]
test('a terminal without a name has that of its airport', () => {
  expect(namesOf({ tags: airport }, { tags: terminal, metres: 1000 })).toEqual(['Port Airport'])
  expect(namesOf({ tags: { ...terminal, name: 'Terminal 2' } })).toEqual(['Terminal 2'])
})

// [design/maps-44]
test('a terminal without a name that is at no airport is not a place', () => {
  expect(namesOf({ tags: terminal })).toEqual([])
  expect(namesOf({ tags: { ...terminal, operator: 'A Club' } })).toEqual([])
  expect(namesOf({ tags: airport }, { tags: terminal, metres: 30_000 })).toEqual(['Port Airport'])
})

// [design/maps-44]
test('a taxi rank without a name is called by its operator, else Taxi', () => {
  expect(namesOf({ tags: { amenity: 'taxi' } })).toEqual(['Taxi'])
  expect(namesOf({ tags: { amenity: 'taxi', operator: 'Radio Cars' } })).toEqual(['Radio Cars'])
})
