import { expect, test } from 'vitest'
import { peopleApi } from '../people/people-api.ts'
import { documentState } from './application.ts'
import { driverDocumentsApi } from './driver-documents-api.ts'

test('a plate may be as long in an application as in the office', () => {
  const plate = 'SAB 1234 with trailer SAR 5678'
  const id = crypto.randomUUID()
  const vehicle = { carTypeId: id, vehicleMake: 'Fiat', vehicleModel: 'Mobi', vehicleNumber: plate }
  expect(driverDocumentsApi.setVehicle.body?.parse(vehicle)).toEqual(vehicle)
  expect(peopleApi.update.body?.parse({ ...vehicle, version: 1 })).toMatchObject({ vehicleNumber: plate })
})

test.each([
  [null, 'missing'],
  [{ state: 'waiting', expired: false }, 'waiting'],
  [{ state: 'accepted', expired: false }, 'accepted'],
  [{ state: 'accepted', expired: true }, 'expired'],
  [{ state: 'refused', expired: true }, 'refused'],
] as const)('the screens say of %o that it is %s', (document, state) => {
  expect(documentState(document)).toBe(state)
})
