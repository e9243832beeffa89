import { expect, test } from 'vitest'
import { PlaceIds } from './place-id.ts'

const ids = new PlaceIds('one secret')
const place = {
  kind: 'house',
  lat: -34.9058724,
  lng: -56.189437,
  label: 'Avenida 18 de Julio 1234, “Centro” 🚕',
} as const

test('a place id decodes to its place and is URL-safe', () => {
  const id = ids.sign(place)
  expect(ids.read(id)).toEqual(place)
  expect(id).toMatch(/^[\w-]+\.[\w-]+$/)
})

const id = ids.sign(place)
const [payload, signature] = id.split('.') as [string, string]
const forged = Buffer.from(JSON.stringify([1, 0, 51.5, -0.12, 'London'])).toString('base64url')

test.each([
  ['of another secret', new PlaceIds('another secret').sign(place)],
  ['with another place', `${forged}.${signature}`],
  ['without signature', payload],
  ['with an empty signature', `${payload}.`],
  ['with a cut signature', `${payload}.${signature.slice(0, -2)}`],
  ['with the signature spelt otherwise', `${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
  ['with padding', `${id}==`],
  ['with more behind', `${id}.x`],
  ['empty', ''],
  ['of another service', 'ChIJD7fiBh9u5kcRYJSMaMOCCwQ'],
])('refuses a place id %s [design/maps-11]', (_, bad) => {
  expect(() => ids.read(bad)).toThrow(expect.objectContaining({ name: 'AtlasError', code: 'BAD_INPUT' }))
})
