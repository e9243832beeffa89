import type { PersonRow, PersonView } from '@remis/domain/people/people-api'
import { vehicleFields } from '@remis/domain/people/person-checks'
import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import { fullName } from '@remis/domain/people/first-name'
import type { TFunction } from 'i18next'
import type { FormField } from '../ui/form/form-fields.ts'

/** A person in the form: every field holds a text. */
export interface PersonForm {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobile: string
  readonly carTypeId: string
  readonly vehicleMake: string
  readonly vehicleModel: string
  readonly vehicleNumber: string
  readonly other_info: string
  readonly fleetadmin: string
}

/** A stored person as the form shows it. */
export const formOf = (person: PersonView): Omit<PersonForm, 'email' | 'mobile'> => ({
  firstName: person.firstName,
  lastName: person.lastName,
  carTypeId: person.carTypeId ?? '',
  vehicleMake: person.vehicleMake ?? '',
  vehicleModel: person.vehicleModel ?? '',
  vehicleNumber: person.vehicleNumber ?? '',
  other_info: person.other_info ?? '',
  fleetadmin: person.fleetadmin ?? '',
})

interface Choices {
  readonly carTypes: readonly CarTypeView[]
  /** null: the reader is a fleet admin */
  readonly fleets: readonly PersonRow[] | null
  /** the stored choices of an edited driver, which may not be among the offered ones: a hidden car type */
  readonly stored?: PersonView
  /** the reader may not change the vehicle */
  readonly fixed?: boolean
}

interface Choice {
  readonly value: string
  readonly label: string
}

const withStored = (choices: readonly Choice[], value = '', label = ''): readonly Choice[] =>
  value === '' || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label }]

type Fields = readonly FormField<PersonForm>[]

export const nameFields = (t: TFunction): Fields => [
  { name: 'firstName', kind: 'text', label: t('first_name'), required: true, most: 60 },
  { name: 'lastName', kind: 'text', label: t('last_name'), required: true, most: 60 },
]

/** Only while adding [people-13]. */
export const contactFields = (t: TFunction): Fields => [
  { name: 'email', kind: 'email', label: t('email'), hint: t('people_contact_hint'), most: 254 },
  { name: 'mobile', kind: 'text', label: t('phone_number'), hint: t('people_mobile_hint'), most: 30 },
]

export const driverFields = (t: TFunction, { carTypes, fleets, stored, fixed = false }: Choices): Fields => {
  const none = { value: '', label: t('people_none_chosen') }
  const fields: Fields = [
    {
      name: 'carTypeId',
      kind: 'select',
      label: t('people_car_type'),
      hint: t(fixed ? 'vehicle_by_office' : 'people_car_needed'),
      choices: withStored(
        [none, ...carTypes.map(({ id, name }) => ({ value: id, label: name }))],
        stored?.carTypeId ?? '',
        stored?.carType ?? '',
      ),
    },
    { name: 'vehicleMake', kind: 'text', label: t('people_make'), most: 60 },
    { name: 'vehicleModel', kind: 'text', label: t('people_model'), most: 60 },
    { name: 'vehicleNumber', kind: 'text', label: t('people_plate'), most: 30 },
    { name: 'other_info', kind: 'lines', label: t('people_other_info'), most: 300 },
    ...(fleets === null
      ? []
      : [
          {
            name: 'fleetadmin' as const,
            kind: 'select' as const,
            label: t('people_fleet'),
            choices: withStored(
              [none, ...fleets.map((row) => ({ value: row.id, label: fullName(row) }))],
              stored?.fleetadmin ?? '',
              stored?.fleetName ?? '',
            ),
          },
        ]),
  ]
  const isFixed = (name: string) => fixed && vehicleFields.some((field) => field === name)
  return fields.map((field) => (isFixed(field.name) ? { ...field, readOnly: true } : field))
}

/** As it is sent: an empty choice is none. */
export const driverPart = (form: Partial<PersonForm>) => ({
  ...(form.carTypeId === undefined ? {} : { carTypeId: form.carTypeId || null }),
  ...(form.vehicleMake === undefined ? {} : { vehicleMake: form.vehicleMake }),
  ...(form.vehicleModel === undefined ? {} : { vehicleModel: form.vehicleModel }),
  ...(form.vehicleNumber === undefined ? {} : { vehicleNumber: form.vehicleNumber }),
  ...(form.other_info === undefined ? {} : { other_info: form.other_info }),
  ...(form.fleetadmin === undefined ? {} : { fleetadmin: form.fleetadmin || null }),
})
