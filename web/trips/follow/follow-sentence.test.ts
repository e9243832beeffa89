import type { FollowedTrip } from '@remis/domain/guest-links/guest-links-api'
import { expect, it } from 'vitest'
import { followSentence } from './follow-sentence.ts'

const trip: FollowedTrip = {
  status: 'STARTED',
  rider: 'Sender',
  parcel: { parcelType: null, option: null, code: null, returned: false },
  pickup: null,
  drop: { lat: -34.89, lng: -56.17, add: 'Bulevar Artigas 1825' },
  carType: 'Motorbike',
  carImage: 'motorbike',
  bookLater: false,
  tripdate: 0,
  coords: '',
  driver: null,
  position: null,
  eta: 600,
  endedAt: null,
  aborted: false,
  now: 1000,
}

it('says when a parcel arrives, while its position is fresh', () => {
  expect(followSentence(trip, false)).toEqual({ key: 'follow_say_driving_until', at: 601_000 })
  expect(followSentence(trip, true)).toEqual({ key: 'follow_say_driving' })
})

it('says that a parcel goes back, and that it is back when the trip has ended [design/delivery-36]', () => {
  const parcel = { parcelType: null, option: null, code: null, returned: true }
  const keyAt = (status: FollowedTrip['status']) => followSentence({ ...trip, status, parcel }, false).key
  expect(keyAt('STARTED')).toBe('follow_say_returned')
  for (const status of ['REACHED', 'PENDING', 'PAID', 'COMPLETE'] as const)
    expect(keyAt(status)).toBe('follow_say_back')
})

it('says of a ride that the office ended neither that it arrived nor that a parcel goes back [design/moves-37]', () => {
  for (const returned of [false, true]) {
    const parcel = { parcelType: null, option: null, code: null, returned }
    for (const status of ['PENDING', 'PAID'] as const)
      expect(followSentence({ ...trip, status, parcel, aborted: true }, false)).toEqual({ key: 'follow_say_aborted' })
    expect(followSentence({ ...trip, status: 'CANCELLED', parcel }, false)).toEqual({ key: 'follow_say_cancelled' })
  }
})

it('of a driver’s link states the driver’s status without the rider’s name [design/access-102]', () => {
  const car = { ...trip, rider: null, parcel: null, drop: null, eta: null }
  const keyAt = (status: FollowedTrip['status']) => followSentence({ ...car, status }, false).key
  expect((['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'] as const).map(keyAt)).toEqual([
    'follow_car_to_pickup',
    'follow_car_at_pickup',
    'follow_car_driving',
    'follow_car_arrived',
  ])
})
