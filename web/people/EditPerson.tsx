import type { PersonView } from '@remis/domain/people/people-api'
import { checkNames } from '@remis/domain/people/person-checks'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCarTypes } from '../booking-parts/use-prices.ts'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { submitEdit } from '../platform/list/submit-edit.ts'
import { EntrySheet } from '../ui/form/EntrySheet.tsx'
import { driverFields, driverPart, nameFields, type PersonForm } from './person-fields.ts'
import { fleetsQuery, peopleKey, personQuery } from './people-queries.ts'
import { nameOf } from './PersonChips.tsx'

const formOf = (person: PersonView): Partial<PersonForm> => ({
  firstName: person.firstName,
  lastName: person.lastName,
  carTypeId: person.carTypeId ?? '',
  vehicleMake: person.vehicleMake ?? '',
  vehicleModel: person.vehicleModel ?? '',
  vehicleNumber: person.vehicleNumber ?? '',
  other_info: person.other_info ?? '',
  fleetadmin: person.fleetadmin ?? '',
})

/** Edits a person; email and mobile are not among the fields [people-13]. */
export const EditPerson = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const admin = user?.usertype === 'admin'
  const { data: person } = useQuery(personQuery(id))
  const isDriver = person?.usertype === 'driver'
  const { data: fleets } = useQuery({ ...fleetsQuery, enabled: admin && isDriver })
  const { data: carTypes } = useCarTypes()
  // The form keeps what its fields began with, so its choices are there first.
  const ready = !isDriver || (carTypes !== undefined && (!admin || fleets !== undefined))
  if (person === undefined || !ready) return null
  const fields = [
    ...nameFields(t),
    ...(isDriver ? driverFields(t, { carTypes: carTypes ?? [], fleets: admin ? (fleets ?? []) : null }) : []),
  ]
  const send = ({ firstName, lastName, ...form }: PersonForm) =>
    call(peopleCalls.update, { params: { id }, body: { firstName, lastName, ...(isDriver ? driverPart(form) : {}) } })
  return (
    <EntrySheet
      title={t('person_edit_title', { name: nameOf(person) })}
      fields={fields}
      entry={formOf(person)}
      save={t('table_save')}
      check={(form) => {
        const fault = checkNames(form)
        return fault === null ? null : { [fault.field ?? 'firstName']: t(fault.key) }
      }}
      submit={async (form) => {
        const faults = await submitEdit(
          () => send(form),
          fields.map(({ name }) => name),
        )
        if (faults === null) void queryClient.invalidateQueries({ queryKey: peopleKey })
        return faults && Object.fromEntries(Object.entries(faults).map(([field, key]) => [field, t(key)]))
      }}
      onClose={onClose}
    />
  )
}
