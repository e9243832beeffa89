import { expect, test } from 'vitest'
import { saveAddress } from './saved-addresses.ts'

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
