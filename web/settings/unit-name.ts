import { numberFormat } from '@remis/domain/kit/kept-formats'

/** The short name of a unit beside a field that holds this number: "min". */
export const unitName = (locale: string, unit: SettingUnit, value: number | null | undefined): string => {
  const partsOf = (count: number) =>
    numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).formatToParts(count)
  const own = partsOf(value ?? many)
  // Some languages have a word for two days that contains the number, which is already in the field.
  const parts = own.some(({ type }) => type === 'integer') ? own : partsOf(many)
  return parts.flatMap(({ type, value: text }) => (type === 'unit' ? [text] : [])).join('')
}

type SettingUnit = 'kilometer' | 'mile' | 'minute' | 'second' | 'day'

const many = 100
