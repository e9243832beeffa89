import type { PersonView } from '@remis/domain/people/people-api'
import { expect, it } from 'vitest'
import { changesOf } from '../ui/form/form-fields.ts'
import { driverFields, driverPart, formOf, nameFields, type PersonForm } from './person-fields.ts'

const stored = {
  firstName: 'Driver',
  lastName: 'One',
  carTypeId: 'hidden',
  carType: 'Night cab',
  vehicleNumber: 'SAA 1',
  fleetadmin: 'fleet',
  fleetName: 'Fleet One',
} as PersonView
const plain = ((key: string) => key) as never

it('sends the edited fields only: another admin may have changed the others [design/people-18]', () => {
  const fields = [...nameFields(plain), ...driverFields(plain, { carTypes: [], fleets: [], stored })]
  const edited = (edit: Partial<PersonForm>) =>
    driverPart(changesOf<PersonForm>(fields, { ...(formOf(stored) as PersonForm), ...edit }, formOf(stored)))
  expect(edited({})).toEqual({})
  expect(edited({ vehicleNumber: 'SAA 2' })).toEqual({ vehicleNumber: 'SAA 2' })
  expect(edited({ fleetadmin: '', vehicleMake: 'Fiat' })).toEqual({
    fleetadmin: null,
    vehicleMake: 'Fiat',
  })
})

it('shows the vehicle read-only where the office keeps it [design/people-26]', () => {
  const fields = driverFields(plain, { carTypes: [], fleets: null, stored, fixed: true })
  const fixed = fields.filter(({ readOnly }) => readOnly === true).map(({ name }) => name)
  expect(fixed).toEqual(['carTypeId', 'vehicleMake', 'vehicleModel', 'vehicleNumber'])
  expect(fields[0]?.hint).toBe('vehicle_by_office')
})

it('offers the stored car type and fleet of a driver, though they are not in the list', () => {
  const fields = driverFields(plain, { carTypes: [], fleets: [], stored })
  const offered = (name: string) => fields.find((field) => field.name === name)?.choices?.map(({ label }) => label)
  expect(offered('carTypeId')).toEqual(['people_none_chosen', 'Night cab'])
  expect(offered('fleetadmin')).toEqual(['people_none_chosen', 'Fleet One'])
})
