import { expect, test } from 'vitest'
import { digitsOfNumber, placesToChoose, ridesToRepeat } from './known-rider.ts'

const home = { lat: -34.9, lng: -56.19, add: 'Home street 1' }
const work = { lat: -34.89, lng: -56.16, add: 'Work street 2' }
const port = { lat: -34.91, lng: -56.21, add: 'Port' }
const ride = (id: string, pickup: typeof home, drop: typeof home) => ({ id, at: 0, carType: 'Economy', pickup, drop })
const saved = { id: 's', description: 'Home', lat: home.lat, lng: home.lng, name: null, place: 'home' as const }

test('places are the saved ones, then those of the last rides, each once [people-21]', () => {
  const rides = [ride('A', home, work), ride('B', work, port), ride('C', { ...work, lat: work.lat + 0.0003 }, home)]
  expect(placesToChoose([saved], rides).map(({ description }) => description)).toEqual(['Home', work.add, port.add])
  expect(placesToChoose([], []).length).toBe(0)
  const many = Array.from({ length: 30 }, (_, nth) =>
    ride(`R${nth}`, { ...home, lat: nth }, { ...work, lat: -nth - 1 }),
  )
  expect(placesToChoose([], many)).toHaveLength(12)
})

test('rides to repeat differ in pickup or drop, newest first', () => {
  const rides = [ride('A', home, work), ride('B', home, work), ride('C', work, home), ride('D', port, home)]
  expect(ridesToRepeat([...rides, ride('E', port, work)]).map(({ id }) => id)).toEqual(['A', 'C', 'D'])
})

test('a number is found as it is dictated [people-20]', () => {
  for (const typed of ['099 123 456', '+598 99 123-456'.slice(4), '0099123456', '99.123.456', '(099) 123456'])
    expect(digitsOfNumber(typed)?.endsWith('99123456'), typed).toBe(true)
  expect(digitsOfNumber('+598 99 123 456')).toBe('59899123456')
  expect(digitsOfNumber('\u0660\u0669\u0669 \u0661\u0662\u0663 \u0664\u0665\u0666')).toBe('99123456')
  for (const none of ['Rider 2', '09', 'a099123', '', '--']) expect(digitsOfNumber(none), none).toBe(null)
})
