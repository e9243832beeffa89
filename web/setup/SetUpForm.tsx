import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ProposedSetUp } from '@remis/domain/setup/propose-set-up'
import { checkSetUp, type SetUp } from '@remis/domain/setup/set-up-checks'
import { setupCalls } from '@remis/domain/setup/setup-routes'
import { AppError } from '@remis/domain/messages/app-error'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { useSettings } from '../platform/api/settings.ts'
import { useLanguage } from '../platform/i18n.ts'
import { passwordRules } from '../platform/password-rules.ts'
import { keyOf } from '../platform/show-message.ts'
import { Field } from '../ui/form/Field.tsx'
import { faultsOf, toEntry, toValues, type FormField } from '../ui/form/form-fields.ts'
import classes from './SetUpPage.module.css'
import { decimalChoices, setUpChoices } from './set-up-choices.ts'

/** As the fields hold it: a select holds a text. */
type Entry = Omit<SetUp, 'decimals'> & { readonly decimals: string }

/** Defaults from the map in use, with its name. */
export type Proposed = ProposedSetUp & { readonly map: string }

interface Props {
  readonly token: string
  readonly proposed: Proposed | null
  readonly onDone: (account: { readonly email: string; readonly password: string }) => void
  /** the link was used or has expired meanwhile */
  readonly onClosed: () => void
}

const formOf = ({ decimals, ...rest }: Entry): SetUp => ({ ...rest, decimals: Number(decimals) })

/** Administrator, company, money and time of a new installation. */
export const SetUpForm = ({ token, proposed, onDone, onClosed }: Props) => {
  const { t } = useTranslation()
  const { current, locale } = useLanguage()
  const policy = useSettings()?.passwordPolicy ?? 'alphanumeric'
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const choices = useMemo(
    () => setUpChoices(locale, navigator.language, proposed?.timezone ?? undefined),
    [locale, proposed],
  )
  const parts = (
    currency: string,
  ): readonly { readonly title: string; readonly fields: readonly FormField<Entry>[] }[] => [
    {
      title: t('set_up_admin'),
      fields: [
        { name: 'firstName', kind: 'text', label: t('first_name'), required: true, most: 100 },
        { name: 'lastName', kind: 'text', label: t('last_name'), required: true, most: 100 },
        { name: 'email', kind: 'email', label: t('email'), required: true, most: 254 },
        {
          name: 'password',
          kind: 'password',
          label: t('password'),
          hint: t(passwordRules[policy]),
          required: true,
          most: 200,
        },
      ],
    },
    {
      title: t('set_up_company'),
      fields: [
        { name: 'company', kind: 'text', label: t('set_up_company_name'), required: true, most: 100 },
        {
          name: 'country',
          kind: 'select',
          label: t('country'),
          choices: choices.countries,
          ...(proposed === null ? {} : { hint: t('set_up_from_map', { map: proposed.map }) }),
        },
      ],
    },
    {
      title: t('set_up_money'),
      fields: [
        {
          name: 'currency',
          kind: 'select',
          label: t('set_up_currency'),
          hint: t('set_up_currency_hint'),
          choices: choices.currencies,
        },
        {
          name: 'decimals',
          kind: 'select',
          label: t('set_up_decimals'),
          hint: t('set_up_decimals_hint'),
          choices: decimalChoices(currency),
        },
        { name: 'timezone', kind: 'select', label: t('set_up_timezone'), choices: choices.zones },
        { name: 'language', kind: 'select', label: t('set_up_language'), choices: choices.languages },
      ],
    },
  ]
  const fieldsOf = (currency: string) => parts(currency).flatMap(({ fields }) => fields)
  const [first] = useState(() =>
    toValues(fieldsOf(proposed?.currency ?? 'USD'), {
      currency: proposed?.currency ?? 'USD',
      decimals: String(proposed?.decimals ?? 2),
      country: proposed?.country ?? choices.country,
      timezone: proposed?.timezone ?? choices.timezone,
      language: proposed?.language ?? current.langLocale,
    }),
  )
  const form = useForm<Record<string, string | boolean>>({
    initialValues: { ...first },
    validate: (values) => {
      const fields = fieldsOf(String(values['currency']))
      const missing = Object.keys(faultsOf(fields, values)).map((name) => [name, t('field_required')])
      if (missing.length > 0) return Object.fromEntries(missing)
      const fault = checkSetUp(formOf(toEntry(fields, values)), policy)
      return fault === null ? {} : { [fault.field ?? '']: t(fault.key) }
    },
    onValuesChange: ({ currency, decimals }, { currency: before }) => {
      // Another currency may have fewer decimals; its usual number is the first choice.
      const [usual] = decimalChoices(String(currency))
      if (currency !== before && usual !== undefined && usual.value !== decimals)
        form.setFieldValue('decimals', usual.value)
    },
  })
  const currency = String(form.values['currency'])

  const showFaults = (faults: Readonly<Record<string, string>>) => {
    form.setErrors(faults)
    const at = fieldsOf(currency).find(({ name }) => name in faults)
    if (at !== undefined) requestAnimationFrame(() => document.getElementById(`field-${at.name}`)?.focus())
  }

  const send = async (entry: SetUp) => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      const { state } = await call(setupCalls.finish, { body: { token, ...entry } })
      if (state === 'closed') return onClosed()
      onDone(entry)
    } catch (error) {
      setBusy(false)
      const fields = error instanceof AppError ? Object.keys(error.fields ?? {}) : []
      if (fields.length > 0) return showFaults(Object.fromEntries(fields.map((name) => [name, t(keyOf(error))])))
      setFailure(t(keyOf(error)))
    }
  }

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) =>
        form.onSubmit(
          (values) => void send(formOf(toEntry(fieldsOf(currency), values))),
          (faults) => showFaults(faults as Record<string, string>),
        )(event)
      }
    >
      <div>
        <h1 className={classes.title}>{t('set_up_title')}</h1>
        <p className={classes.lead}>{t('set_up_lead')}</p>
      </div>
      {parts(currency).map(({ title, fields }, part) => (
        <fieldset key={title} className={classes.part}>
          <legend>{title}</legend>
          {fields.map((field, at) => (
            <Field
              key={field.name}
              field={field}
              first={part === 0 && at === 0}
              busy={busy}
              unit={undefined}
              props={form.getInputProps(field.name)}
            />
          ))}
        </fieldset>
      ))}
      <p role="alert" className={classes.fault}>
        {failure}
      </p>
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {t('set_up_finish')}
      </Button>
    </form>
  )
}
