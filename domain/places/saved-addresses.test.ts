import { expect, test } from 'vitest'
import { addressAt, saveAddress } from './saved-addresses.ts'

const home = { id: 'home', lat: -34.9, lng: -56.16, count: 3 }
/** a point `km` north of home */
const north = (km: number) => ({ lat: home.lat + km / 111.195, lng: home.lng })

test('counts an address within 0.1 km, adds a drop beyond it [places-13]', () => {
  expect(saveAddress([], home)).toEqual({ add: true })
  expect(saveAddress([home], north(0.099))).toEqual({ count: 'home' })
  expect(saveAddress([home], north(0.101))).toEqual({ add: true })
})

test('counts the nearest of two near addresses [design/moves-25]', () => {
  const work = { id: 'work', ...north(0.08), count: 1 }
  expect(saveAddress([home, work], north(0.06))).toEqual({ count: 'work' })
})

test('an address added by hand updates a saved one only if it is the same place or was saved by a ride [design/accounts-150]', () => {
  const kept = { ...home, description: 'Main street 100', name: null, place: 'home' as const }
  const ofRide = { ...home, id: 'ride', description: 'Main street 180', name: null, place: null, ...north(0.08) }
  const added = (km: number, description = 'Main street 140') =>
    addressAt([kept, ofRide], { ...north(km), description })?.id ?? null
  expect(added(0.005)).toBe('home')
  expect(added(0.09, kept.description)).toBe('home')
  expect(added(0.02)).toBe('ride')
  expect(added(0.2)).toBe(null)
  const alone = (more: object) => addressAt([{ ...kept, place: null, ...more }], { ...north(0.05), description: 'Gym' })
  expect(alone({ name: 'Flat' })).toBe(null)
  expect(alone({ count: 0 })).toBe(null)
  expect(alone({})?.id).toBe('home')
})
