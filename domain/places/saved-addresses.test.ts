import { expect, test } from 'vitest'
import { saveAddress } from './saved-addresses.ts'

const home = { id: 'home', lat: -34.9, lng: -56.16, count: 3 }
/** degrees of latitude of so many km */
const north = (km: number) => ({ lat: home.lat + km / 111.195, lng: home.lng })

test('spec 1 §4 REACHED, §9: within 0.1 km the count goes up, beyond it the drop is added', () => {
  expect(saveAddress([], home)).toEqual({ add: true })
  expect(saveAddress([home], north(0.099))).toEqual({ count: 'home' })
  expect(saveAddress([home], north(0.101))).toEqual({ add: true })
})

test('of two near ones the nearest is counted', () => {
  const work = { id: 'work', ...north(0.08), count: 1 }
  expect(saveAddress([home, work], north(0.06))).toEqual({ count: 'work' })
})
