import { faultError } from '@remis/domain/kit/check'
import type { Role } from '@remis/domain/kit/endpoint'
import type { MessageKey } from '@remis/domain/messages/english'
import { checkNewPerson } from '@remis/domain/people/person-checks'
import { peopleCalls } from '@remis/domain/people/people-routes'
import { useTranslation } from 'react-i18next'
import { useConfirmed } from '../accounts/use-confirmed.tsx'
import { call } from '../platform/api/call.ts'
import { queryClient } from '../platform/api/plain-call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { usePressKey } from '../platform/api/use-press-key.ts'
import { submitEdit, textsOf } from '../platform/list/submit-edit.ts'
import { readNumber } from '../platform/read-number.ts'
import { EntrySheet } from '../ui/form/EntrySheet.tsx'
import { useDriverChoices } from './driver-choices.ts'
import { contactFields, driverFields, driverPart, nameFields, type PersonForm } from './person-fields.ts'
import { peopleKey } from './people-queries.ts'

interface Props {
  readonly usertype: Role
  readonly title: string
  readonly onClose: () => void
}

/** Replace the messages of the registration, which name fields of that form. */
const ownTexts: Partial<Record<MessageKey, 'people_contact_needed' | 'people_mobile_wrong'>> = {
  email_or_mobile_issue: 'people_contact_needed',
  mobile_no_blank_error: 'people_mobile_wrong',
}

/** Adds a person [people-9]. A fleet admin adds drivers to its fleet [people-12]. */
export const AddPerson = ({ usertype, title, onClose }: Props) => {
  const { t } = useTranslation()
  const isDriver = usertype === 'driver'
  const choices = useDriverChoices(isDriver, onClose)
  const pressKey = usePressKey()
  const { run, dialog } = useConfirmed(t('person_confirm'))
  const operator = useSettings() ?? { country: '', restrictCountry: '' }
  if (choices === undefined) return null
  const fields = [...nameFields(t), ...contactFields(t), ...(isDriver ? driverFields(t, choices) : [])]
  const readMobile = async (typed: string) => (typed.trim() === '' ? '' : readNumber(typed, operator))
  const textOf = (key: MessageKey) => t(ownTexts[key] ?? key)
  const send = (form: PersonForm) => {
    const { firstName, lastName, email, mobile } = form
    const body = { firstName, lastName, email, mobile, ...(isDriver ? driverPart(form) : {}) }
    const key = pressKey.of(body)
    return isDriver
      ? call(peopleCalls.addDriver, { body }, { key })
      : call(peopleCalls.add, { body: { ...body, usertype } }, { key })
  }
  return (
    <>
      <EntrySheet
        title={title}
        fields={fields}
        entry={{}}
        save={title}
        // checked in `submit`: the code that parses numbers is loaded then
        check={() => null}
        submit={async (form) => {
          const faults = await submitEdit(
            async () => {
              const person = { ...form, mobile: await readMobile(form.mobile) }
              const fault = checkNewPerson(person)
              if (fault !== null) throw faultError(fault)
              return run(() => send(person))
            },
            fields.map(({ name }) => name),
          )
          if (faults === null) void queryClient.invalidateQueries({ queryKey: peopleKey })
          return textsOf(faults, textOf)
        }}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}
