import { expect, test } from 'vitest'
import type { Booking } from '../booking/booking.ts'
import { made } from '../booking/example-booking.ts'
import { viewOffer } from './view-offer.ts'

const chosen = {
  parcelTypeSelected: { description: 'Furniture', amount: 15_000 },
  optionSelected: { description: 'Carry upstairs', amount: 35_000 },
}
const offerOf = (more: Partial<Booking>) =>
  viewOffer({ ...made(), ...more }, { offeredAt: 1, expiresAt: 2, pickupDistance: 1, pickupTime: null })

test('only an offer of a delivery names a parcel [design/delivery-43]', () => {
  const names = ({ parcelType, option }: ReturnType<typeof viewOffer>) => [parcelType, option]
  expect(names(offerOf({ ...chosen, deliveryCode: '4711' }))).toEqual(['Furniture', 'Carry upstairs'])
  expect(names(offerOf({ ...chosen, optionSelected: null, deliveryCode: '4711' }))).toEqual(['Furniture', null])
  expect(names(offerOf(chosen))).toEqual([null, null])
})
