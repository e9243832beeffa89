import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../platform/use-format.ts'
import { useSettings } from '../platform/api/settings.ts'
import { amountIn } from '../ui/form/amount-in.ts'
import { Field } from '../ui/form/Field.tsx'
import type { FormField } from '../ui/form/form-fields.ts'
import { heldFor, settingStyle, type SettingValue } from './setting-edits.ts'
import type { SettingField } from './setting-groups.ts'
import classes from './settings.module.css'
import { unitName } from './unit-name.ts'
import { useChoices } from './use-choices.ts'
import { useShownValue } from './use-shown-value.ts'

interface Props {
  readonly field: SettingField
  readonly stored: SettingValue
  /** what the field holds; undefined: the stored value */
  readonly held: string | boolean | undefined
  readonly fault: string | undefined
  /** someone else has changed it since */
  readonly stale: boolean
  readonly busy: boolean
  /** why it can no longer be changed */
  readonly fixed: string | undefined
  readonly onChange: (held: string | boolean) => void
  readonly onLeave: () => void
  readonly onTake: () => void
  readonly onKeep: () => void
}

const kinds = {
  text: 'text',
  email: 'email',
  secret: 'text',
  number: 'number',
  money: 'money',
  switch: 'switch',
  currency: 'select',
  zone: 'select',
  country: 'select',
  'country-code': 'select',
  policy: 'select',
} as const

/**
 * One setting: its field, what changes and for which people, and the other value when someone else was faster
 * [design/settings-2].
 */
export const SettingRow = ({ field, stored, fault, stale, busy, fixed, onChange, onKeep, ...row }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const settings = useSettings()
  const shown = useShownValue()
  const choices = useChoices(field.kind, String(stored))
  const label = fixed && choices?.find(({ value }) => value === stored)?.label
  const held = label ?? row.held ?? heldFor(stored, format.locale)
  const units = {
    distance: settings?.convert_to_mile ? 'mile' : 'kilometer',
    minute: 'minute',
    second: 'second',
    day: 'day',
  } as const
  const named = () => {
    if (field.kind === 'money') return settings?.symbol
    if (field.unit === undefined || field.unit === 'percent') return field.unit && '%'
    return unitName(format.locale, units[field.unit], amountIn(String(held), settingStyle(format.locale)))
  }
  const declared: FormField<Record<string, unknown>> = {
    name: field.name,
    kind: fixed === undefined ? kinds[field.kind] : 'text',
    label: t(`set_${field.name}`),
    hint: fixed ?? t(`set_${field.name}_hint`),
    required: field.required ?? false,
    decimals: 4,
    readOnly: fixed !== undefined,
    ...(field.most === undefined ? {} : { most: field.most }),
    ...(choices === undefined ? {} : { choices }),
  }
  const props =
    typeof held === 'boolean'
      ? { checked: held, onChange: (event: Changed) => onChange(event.currentTarget.checked) }
      : {
          value: held,
          onChange: (event: Changed) => onChange(event.currentTarget.value),
          onBlur: row.onLeave,
        }
  return (
    <div className={classes.row} data-changed={row.held !== undefined || undefined}>
      <Field
        field={declared}
        first={false}
        busy={busy}
        unit={named()}
        props={{ ...props, ...(fault === undefined ? {} : { error: fault }) }}
      />
      {stale && (
        <div className={classes.stale} role="alert">
          <span>{t('settings_stale', { value: shown(field.name, stored) })}</span>
          <Group gap="xs">
            <Button size="sm" variant="default" onClick={row.onTake}>
              {t('settings_take')}
            </Button>
            <Button size="sm" variant="default" onClick={onKeep}>
              {t('settings_keep')}
            </Button>
          </Group>
        </div>
      )}
    </div>
  )
}

interface Changed {
  readonly currentTarget: { readonly value: string; readonly checked: boolean }
}
