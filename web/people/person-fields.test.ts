import type { PersonView } from '@remis/domain/people/people-api'
import { expect, it } from 'vitest'
import { changedFields, driverFields, driverPart, formOf } from './person-fields.ts'

const stored = {
  firstName: 'Driver',
  lastName: 'One',
  carTypeId: 'hidden',
  carType: 'Night cab',
  vehicleNumber: 'SAA 1',
  fleetadmin: 'fleet',
  fleetName: 'Fleet One',
} as PersonView

it('sends the edited fields only: another admin may have changed the others [design/people-18]', () => {
  const form = formOf(stored)
  expect(changedFields(form, stored)).toEqual({})
  expect(driverPart(changedFields({ ...form, vehicleNumber: 'SAA 2' }, stored))).toEqual({ vehicleNumber: 'SAA 2' })
  expect(driverPart(changedFields({ ...form, fleetadmin: '', vehicleMake: 'Fiat' }, stored))).toEqual({
    fleetadmin: null,
    vehicleMake: 'Fiat',
  })
})

it('offers the stored car type and fleet of a driver, though they are not in the list', () => {
  const fields = driverFields(((key: string) => key) as never, { carTypes: [], fleets: [], stored })
  const offered = (name: string) => fields.find((field) => field.name === name)?.choices?.map(({ label }) => label)
  expect(offered('carTypeId')).toEqual(['people_none_chosen', 'Night cab'])
  expect(offered('fleetadmin')).toEqual(['people_none_chosen', 'Fleet One'])
})
