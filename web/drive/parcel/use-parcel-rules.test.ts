import { expect, it } from 'vitest'
import { rulesOf } from './use-parcel-rules.ts'

const settings = {
  appcat: 'delivery',
  AllowDeliveryPickupImageCapture: true,
  AllowFinalDeliveryImageCapture: false,
  deliveryCodeNeeded: true,
} as const

it('are not known until the settings are loaded: a step of a delivery waits for them [design/delivery-22]', () => {
  expect(rulesOf(undefined).known).toBe(false)
  expect(rulesOf(settings)).toEqual({
    known: true,
    parcels: true,
    pickupPhoto: true,
    finalPhoto: false,
    code: true,
  })
})

it('require nothing of a ride', () => {
  const none = { parcels: false, pickupPhoto: false, finalPhoto: false, code: false }
  expect(rulesOf({ ...settings, appcat: 'taxi' })).toEqual({ known: true, ...none })
})
