import type { Fault } from '@remis/domain/kit/check'
import { useTranslation } from 'react-i18next'
import { EntrySheet } from '../../ui/form/EntrySheet.tsx'
import type { FormField } from '../../ui/form/form-fields.ts'
import { submitEdit, textsOf } from './submit-edit.ts'

interface Props<Entry> {
  readonly title: string
  readonly fields: readonly FormField<Entry>[]
  /** the stored settings; the secret is never among them */
  readonly entry: Partial<Entry>
  readonly save: string
  readonly check: (entry: Entry) => Fault | null
  readonly send: (entry: Entry) => Promise<unknown>
  /** asks for the password where the server wants it */
  readonly run: <T>(send: () => Promise<T>) => Promise<T>
  readonly onClose: () => void
}

/** The settings of a service outside, with its secret. An empty secret keeps the stored one. */
export const SecretSheet = <Entry extends { readonly secret: string }>(props: Props<Entry>) => {
  const { title, fields, entry, save, check, send, run, onClose } = props
  const { t } = useTranslation()
  return (
    <EntrySheet
      title={title}
      fields={fields}
      entry={{ ...entry, secret: '' }}
      save={save}
      check={(values) => {
        const fault = check(values)
        return fault?.field === undefined ? null : { [fault.field]: t(fault.key) }
      }}
      submit={async (values) => {
        const names = fields.map(({ name }) => name)
        return textsOf(await submitEdit(() => run(() => send(values)), names), t)
      }}
      onClose={onClose}
    />
  )
}
