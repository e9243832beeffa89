import type { Settings } from '@remis/domain/backoffice/settings'
import { numberOrEmpty } from '@remis/domain/backoffice/settings-checks'
import type { SettingsPatch } from '@remis/domain/backoffice/settings-api'
import { amountIn, numberText, type NumberStyle } from '../ui/form/amount-in.ts'
import type { SettingField } from './setting-groups.ts'

export type SettingValue = Settings[keyof Settings]

/** A change that is not saved: what was stored when it began, and what the field holds. */
export interface SettingEdit {
  readonly was: SettingValue
  readonly held: string | boolean
}
export type SettingEdits = Readonly<Partial<Record<keyof Settings, SettingEdit>>>

export const isNumber = ({ kind }: Pick<SettingField, 'kind'>) => kind === 'number' || kind === 'money'

/** What a field holds for a stored value. */
export const heldFor = (value: SettingValue, locale: string): string | boolean =>
  typeof value === 'number' ? numberText(value, locale) : value

/** How a setting that is a number is typed by a reader. */
export const settingStyle = (locale: string): NumberStyle => ({ decimals: 4, locale })

/** What is left of a typed number when the field is left: a number of 0 or more, else nothing [settings-7]. */
export const tidyNumber = (typed: string, locale: string): string => {
  const value = numberOrEmpty(amountIn(typed, settingStyle(locale)) ?? null)
  return value === null ? '' : numberText(value, locale)
}

/** Whether something is typed that is no number of 0 or more. */
export const isNoNumber = (
  field: Pick<SettingField, 'kind'>,
  held: string | boolean | undefined,
  locale: string,
): boolean => isNumber(field) && typeof held === 'string' && held.trim() !== '' && tidyNumber(held, locale) === ''

/** The value of a field; an empty number is ''. */
export const valueOf = (field: Pick<SettingField, 'kind'>, held: string | boolean, locale: string): SettingValue => {
  if (typeof held === 'boolean') return held
  if (!isNumber(field)) return held.trim()
  return numberOrEmpty(amountIn(held, settingStyle(locale)) ?? null) ?? ''
}

/** The edits with one field changed; a field that holds the stored value again is no edit. */
export const withEdit = (
  edits: SettingEdits,
  field: Pick<SettingField, 'name' | 'kind'>,
  stored: Settings,
  held: string | boolean,
  locale: string,
): SettingEdits => {
  const { [field.name]: earlier, ...others } = edits
  const was = earlier?.was ?? stored[field.name]
  const back =
    held === heldFor(stored[field.name], locale) || (typeof held === 'boolean' && held === stored[field.name])
  return back ? others : { ...others, [field.name]: { was, held } }
}

/** Edited settings that someone else has changed since, to another value than the one entered here. */
export const staleNames = (
  edits: SettingEdits,
  fields: readonly SettingField[],
  stored: Settings,
  locale: string,
): readonly (keyof Settings)[] =>
  fields
    .filter((field) => {
      const edit = edits[field.name]
      const now = stored[field.name]
      return edit !== undefined && edit.was !== now && valueOf(field, edit.held, locale) !== now
    })
    .map(({ name }) => name)

/** What a save sends: the edits, and the required fields of the form, so that none is saved empty [settings-6]. */
export const patchOf = (
  edits: SettingEdits,
  fields: readonly SettingField[],
  stored: Settings,
  withRequired: boolean,
  locale: string,
): SettingsPatch =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const edit = edits[field.name]
      if (edit !== undefined) return [[field.name, valueOf(field, edit.held, locale)]]
      return withRequired && field.required ? [[field.name, stored[field.name]]] : []
    }),
  )
