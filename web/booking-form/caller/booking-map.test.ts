import { expect, test } from 'vitest'
import { endPins, freeCars } from './BookingMap.tsx'

const now = 1_800_000_000_000
const car = (id: string, more: object = {}) => ({ id, state: 'free' as const, at: now, carType: 'Economy', ...more })

test('the map beside the form has the free cars with a recent position, of the chosen car type if there is one [booking-74]', () => {
  const cars = [
    car('economy'),
    car('van', { carType: 'Van' }),
    car('without type', { carType: null }),
    car('on a trip', { state: 'trip' }),
    car('on the way', { state: 'pickup' }),
    car('a minute ago', { at: now - 60_000 }),
    car('not seen since', { at: now - 60_001 }),
  ]
  const shown = (carType?: string) => freeCars(cars, now, carType).map(({ id }) => id)
  expect(shown()).toEqual(['economy', 'van', 'without type', 'a minute ago'])
  expect(shown('Van')).toEqual(['van'])
})

test('it has pins at pickup and drop [booking-74]', () => {
  const [pickup, drop] = [
    { lat: -34.9, lng: -56.19, add: 'Plaza' },
    { lat: -34.89, lng: -56.16, add: 'Terminal' },
  ]
  expect(endPins(pickup, drop)).toMatchObject([
    { kind: 'pickup', at: pickup, label: 'Plaza' },
    { kind: 'drop', at: drop, label: 'Terminal' },
  ])
  expect(endPins(null, drop)).toMatchObject([{ kind: 'drop' }])
})
