import { expect, it } from 'vitest'
import { readAddress } from '../platform/list/list-address.ts'
import { driverList } from './people-lists.ts'

it('keeps the fleet and the car type of an address, whatever is loaded [design/web-140]', () => {
  const [fleet, carType] = ['018f3c1e-7b2a-7c3d-9e4f-0a1b2c3d4e5f', '018f3c1e-7b2a-7c3d-9e4f-0a1b2c3d4e60']
  const filtersOf = (search: object) => readAddress({ ...search }, driverList).filters
  expect(filtersOf({ fleet, carType })).toEqual({ fleet, carType })
  expect(filtersOf({ fleet: 'none' })).toEqual({ fleet: 'none' })
  expect(filtersOf({ fleet: 'all', carType: 'none' })).toEqual({})
})
