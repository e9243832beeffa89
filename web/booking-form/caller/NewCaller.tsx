import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { AppError } from '@remis/domain/messages/app-error'
import type { MessageKey } from '@remis/domain/messages/english'
import { digitsOfNumber } from '@remis/domain/people/known-rider'
import { checkNewPerson } from '@remis/domain/people/person-checks'
import { peopleCalls } from '@remis/domain/people/people-routes'
import type { RiderChoice } from '@remis/domain/people/riders-api'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../platform/api/plain-call.ts'
import { useSettings } from '../../platform/api/settings.ts'
import { usePress } from '../../platform/api/use-press.ts'
import { readNumber } from '../../platform/read-number.ts'
import { keyOf, showError } from '../../platform/show-message.ts'
import { Dialog, DialogFields } from '../../ui/dialogs/Dialog.tsx'
import { keepSubmit } from '../../ui/dialogs/keep-submit.ts'
import { UnsavedQuestion, useUnsaved } from '../../ui/dialogs/unsaved.tsx'

interface Props {
  /** what was searched for: a number or a name */
  readonly typed: string
  readonly onAdded: (rider: RiderChoice) => void
  readonly onClose: () => void
}

type Field = 'mobile' | 'firstName' | 'lastName' | 'email'
const isField = (field: string | undefined): field is Field =>
  field === 'mobile' || field === 'firstName' || field === 'lastName' || field === 'email'

/** The fields begin with what was searched for. */
const entryOf = (typed: string): Record<Field, string> => {
  if (digitsOfNumber(typed) !== null) return { mobile: typed, firstName: '', lastName: '', email: '' }
  const [firstName = '', ...others] = typed.split(/\s+/)
  return { mobile: '', firstName, lastName: others.join(' '), email: '' }
}

/**
 * Adds a rider who calls and has no account [people-22]. Approved, without a password; a taken number or email is
 * refused.
 */
export const NewCaller = ({ typed, onAdded, onClose }: Props) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const { values: entry, getInputProps, isDirty, setErrors } = useForm({ initialValues: entryOf(typed) })
  const form = useRef<HTMLFormElement>(null)
  const add = usePress(peopleCalls.add)
  const unsaved = useUnsaved({ dirty: isDirty(), busy: add.isPending }, onClose)
  const refuse = (at: Field, key: MessageKey) => {
    setErrors({ [at]: t(key) })
    form.current?.querySelector<HTMLInputElement>(`[name="${at}"]`)?.focus()
  }
  const send = async () => {
    const operator = settings ?? { restrictCountry: '', country: '' }
    const mobile = entry.mobile.trim() === '' ? '' : await readNumber(entry.mobile, operator)
    // the caller's number is what the next call is found by
    if (mobile === '') return refuse('mobile', 'mobile_no_blank_error')
    const person = { ...entry, mobile, email: entry.email.trim() }
    const wrong = checkNewPerson(person)
    if (wrong !== null) return refuse(isField(wrong.field) ? wrong.field : 'mobile', wrong.key)
    add.mutate(
      { body: { ...person, usertype: 'rider' } },
      {
        onSuccess: ({ person: { id, firstName, lastName, email, mobile: number, profile_image } }) => {
          void queryClient.invalidateQueries({ queryKey: ['riders'] })
          onAdded({ id, firstName, lastName, email, mobile: number, profile_image })
        },
        onError: (error) => {
          const at = error instanceof AppError ? Object.keys(error.fields ?? {})[0] : undefined
          if (isField(at)) refuse(at, keyOf(error))
        },
      },
    )
  }
  const field = (name: Field) => ({ name, size: 'md' as const, autoComplete: 'off', ...getInputProps(name) })
  return (
    <Dialog title={t('caller_new')} closeLabel={t('close')} busy={add.isPending} onClose={unsaved.close}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          keepSubmit(event)
          send().catch(showError)
        }}
      >
        <Stack gap="md">
          <DialogFields busy={add.isPending}>
            <TextInput
              {...field('mobile')}
              label={t('phone_number')}
              description={t('caller_number_hint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              withAsterisk
              type="tel"
              inputMode="tel"
              dir="ltr"
              maxLength={30}
              {...(entry.mobile === '' ? { 'data-autofocus': true } : {})}
            />
            <Group grow align="start">
              <TextInput
                {...field('firstName')}
                label={t('first_name')}
                withAsterisk
                dir="auto"
                maxLength={60}
                {...(entry.mobile === '' ? {} : { 'data-autofocus': true })}
              />
              <TextInput {...field('lastName')} label={t('last_name')} withAsterisk dir="auto" maxLength={60} />
            </Group>
            <TextInput {...field('email')} label={t('caller_email')} type="email" dir="ltr" maxLength={254} />
          </DialogFields>
          <Text size="sm" c="dimmed">
            {t('caller_new_lead')}
          </Text>
          {unsaved.asking ? (
            <UnsavedQuestion onKeep={unsaved.keep} onDiscard={unsaved.leave} />
          ) : (
            <Button type="submit" size="md" loading={add.isPending}>
              {t('caller_add')}
            </Button>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
