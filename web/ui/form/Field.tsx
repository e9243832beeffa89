import '../mantine-parts.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, PasswordInput, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CardsField, ChecksField } from './ChoiceFields.tsx'
import type { FormField } from './form-fields.ts'
import { RowsField } from './RowsField.tsx'

interface FieldProps<Entry> {
  readonly field: FormField<Entry>
  readonly first: boolean
  readonly busy: boolean
  readonly unit: string | undefined
  readonly props: { readonly error?: ReactNode }
  /** for fields that are no native input */
  readonly value?: string | boolean | undefined
  readonly onChange?: (value: string) => void
}

/** One field of a form, by its declaration; `props` come from the form's state. */
export const Field = <Entry extends object>({
  field,
  first,
  busy,
  unit,
  props,
  value,
  onChange,
}: FieldProps<Entry>) => {
  const { t } = useTranslation()
  const shared = {
    ...props,
    id: `field-${field.name}`,
    label: field.label ?? t(field.name as never),
    description: field.hint,
    withAsterisk: field.required ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
    ...(first ? { 'data-autofocus': true } : {}),
  }
  const readOnly = busy || (field.readOnly ?? false)
  const own = {
    id: shared.id,
    label: shared.label,
    value: String(value ?? ''),
    onChange: onChange ?? (() => undefined),
    error: props.error,
    readOnly,
  }
  switch (field.kind) {
    case 'cards':
      return <CardsField {...own} choices={field.choices ?? []} own={field.own} />
    case 'checks':
      return <ChecksField {...own} choices={field.choices ?? []} />
    case 'rows':
      return (
        <RowsField
          {...own}
          hint={field.hint}
          columns={field.columns ?? []}
          addLabel={field.addLabel ?? ''}
          mostRows={field.mostRows ?? Number.POSITIVE_INFINITY}
        />
      )
    case 'switch':
      return <Switch {...shared} size="md" disabled={readOnly} />
    case 'select':
      return (
        <NativeSelect
          {...shared}
          size="md"
          disabled={readOnly}
          data={field.choices?.map(({ value, label }) => ({ value, label })) ?? []}
        />
      )
    case 'lines':
      return <Textarea {...shared} size="md" dir="auto" rows={3} maxLength={field.most} readOnly={readOnly} />
    case 'text':
      return (
        <TextInput {...shared} size="md" dir="auto" maxLength={field.most} autoComplete="off" readOnly={readOnly} />
      )
    case 'email':
      return (
        <TextInput
          {...shared}
          size="md"
          type="email"
          dir="ltr"
          maxLength={field.most}
          autoComplete="email"
          readOnly={readOnly}
        />
      )
    case 'password':
      return (
        <PasswordInput
          {...shared}
          size="md"
          maxLength={field.most}
          autoComplete="new-password"
          readOnly={readOnly}
          visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
        />
      )
    case 'date':
      return <TextInput {...shared} size="md" type="date" readOnly={readOnly} />
    case 'number':
    case 'money':
      return (
        <TextInput
          {...shared}
          size="md"
          inputMode={field.decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          readOnly={readOnly}
          {...(unit === undefined
            ? {}
            : {
                rightSection: (
                  <Text component="bdi" dir="ltr" c="dimmed">
                    {unit}
                  </Text>
                ),
                rightSectionWidth: 56,
              })}
        />
      )
  }
}
