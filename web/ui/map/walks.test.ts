import { expect, it } from 'vitest'
import type { MapCar, MapPin } from './map-props.ts'
import { walksOf } from './walks.ts'

const at = (north: number, east: number) => ({ lat: -34.9 + north / 111_200, lng: -56.16 + east / 91_200 })
const pin = (kind: MapPin['kind'], spot: MapPin['at']): MapPin => ({ id: kind, kind, at: spot, label: kind })
const route = [at(0, 0), at(0, 500), at(0, 3000)]
const car: MapCar = { at: at(0, 200), heading: null, stale: false, label: '' }

it('joins each end of the route with the nearest pin [design/maps-26]', () => {
  const [pickup, drop] = [at(40, 0), at(-120, 3000)]
  expect(walksOf({ route, pins: [pin('pickup', pickup), pin('drop', drop)] })).toEqual([
    [pickup, route[0]],
    [drop, route[2]],
  ])
})

it('joins only the destination while a car is shown', () => {
  const [pickup, drop] = [at(40, 3000), at(200, 100)]
  expect(walksOf({ route, pins: [pin('pickup', pickup), pin('drop', drop)], car })).toEqual([[pickup, route[2]]])
})

it('draws nothing for pins at the road, for pins far away and for the position of the person', () => {
  const pins = [pin('pickup', at(10, 0)), pin('drop', at(0, 5000)), pin('self', at(60, 0))]
  expect(walksOf({ route, pins })).toEqual([])
  expect(walksOf({ pins: [pin('pickup', at(40, 0))] })).toEqual([])
  expect(walksOf({ route })).toEqual([])
})
