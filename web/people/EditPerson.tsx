import { fullName } from '@remis/domain/people/first-name'
import type { PersonView } from '@remis/domain/people/people-api'
import { checkNames, officeKeepsVehicle } from '@remis/domain/people/person-checks'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSession } from '../platform/api/session.ts'
import { useSettings } from '../platform/api/settings.ts'
import { usePressKey } from '../platform/api/use-press-key.ts'
import { submitChange, type Late } from '../platform/list/editing/late-edit.ts'
import { lateDecision } from '../platform/list/LateEdit.tsx'
import { textsOf } from '../platform/list/submit-edit.ts'
import { EntrySheet } from '../ui/form/EntrySheet.tsx'
import { changesOf } from '../ui/form/form-fields.ts'
import { useClosedBy, useDriverChoices } from './driver-choices.ts'
import { driverFields, driverPart, formOf, nameFields, type PersonForm } from './person-fields.ts'
import { peopleKey, personQuery } from './people-queries.ts'

/** Edits a person; email and mobile are not among the fields [people-13]. */
export const EditPerson = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { data, error, fetchStatus, isFetchedAfterMount } = useQuery(personQuery(id))
  // The person as it was when the sheet was opened, so that a change by another admin is noticed.
  const [opened, setOpened] = useState<PersonView>()
  if (opened === undefined && data !== undefined && (isFetchedAfterMount || fetchStatus !== 'fetching')) setOpened(data)
  useClosedBy(data === undefined ? error : null, onClose)
  return opened === undefined ? null : <EditSheet key={opened.version} {...{ opened, onClose, onOpen: setOpened }} />
}

interface SheetProps {
  readonly opened: PersonView
  readonly onOpen: (person: PersonView) => void
  readonly onClose: () => void
}

const EditSheet = ({ opened, onOpen, onClose }: SheetProps) => {
  const { t } = useTranslation()
  const { user } = useSession()
  const settings = useSettings()
  const isDriver = opened.usertype === 'driver'
  const choices = useDriverChoices(isDriver, onClose)
  const [late, setLate] = useState<Late<PersonForm, PersonView> | null>(null)
  const pressKey = usePressKey()
  if (choices === undefined) return null
  const fieldsFor = (stored: PersonView) => {
    const { approved } = stored
    const fixed =
      user !== null &&
      officeKeepsVehicle({ editor: user.usertype, approved, driver_approval: settings?.driver_approval === true })
    return [...nameFields(t), ...(isDriver ? driverFields(t, { ...choices, stored, fixed }) : [])]
  }
  const fields = fieldsFor(opened)
  const names = fields.map(({ name }) => name)
  const send = ({ firstName, lastName, ...rest }: Partial<PersonForm>, stored: PersonView) => {
    const body = {
      ...(firstName === undefined ? {} : { firstName }),
      ...(lastName === undefined ? {} : { lastName }),
      ...(isDriver ? driverPart(rest) : {}),
      version: stored.version,
    }
    // After a network failure the same edit is sent with the same key: it is done once, and not refused as too late.
    return call(peopleCalls.update, { params: { id: opened.id }, body }, { key: pressKey.of(body) })
  }
  /** Null: saved. An edit of an older version is decided in the sheet. */
  const save = async (mine: Partial<PersonForm>, stored: PersonView, shown: readonly string[] = names) => {
    const { faults, theirs } = await submitChange<PersonView>(() => send(mine, stored), shown)
    if (faults === null) void queryClient.invalidateQueries({ queryKey: peopleKey })
    if (theirs === undefined) return textsOf(faults, t)
    setLate({ mine, theirs })
    return {}
  }
  return (
    <EntrySheet
      title={t('person_edit_title', { name: fullName(opened) })}
      fields={fields}
      entry={formOf(opened)}
      save={t('table_save')}
      check={(form) => {
        const fault = checkNames(form)
        return fault === null ? null : { [fault.field ?? 'firstName']: t(fault.key) }
      }}
      submit={(form) => save(changesOf<PersonForm>(fields, form, formOf(opened)), opened)}
      onClose={onClose}
      {...lateDecision(late, {
        fields: fieldsFor(late?.theirs ?? opened),
        entryOf: (stored): PersonForm => ({ email: '', mobile: '', ...formOf(stored) }),
        save,
        onTakeTheirs: onOpen,
      })}
    />
  )
}
