import type { ReactNode } from 'react'
import { amountFault, amountIn, numberText, type NumberStyle } from './amount-in.ts'

/** A field of a form as a screen declares it. */
export interface FormField<Entry> {
  readonly name: keyof Entry & string
  /** `cards`: one of a few, drawn; `checks`: some of a few, an array; `rows`: a short list of `columns` */
  readonly kind:
    | 'text'
    | 'email'
    | 'password'
    | 'lines'
    | 'number'
    | 'money'
    | 'select'
    | 'date'
    | 'switch'
    | 'cards'
    | 'checks'
    | 'rows'
  /** without it the text that is named like the field */
  readonly label?: string
  /** what it means, below the label */
  readonly hint?: string
  readonly required?: boolean
  /** characters */
  readonly most?: number
  /** digits after the point; 0 without it */
  readonly decimals?: number
  /** of the reader; a number with three decimals or more needs it [design/web-137] */
  readonly locale?: string
  /** of a number: the least and the most */
  readonly range?: NumberRange
  /** shown in the field: a currency, a percent sign; it may depend on what the other fields hold */
  readonly unit?: string | ((values: FormValues) => string)
  readonly choices?: readonly { readonly value: string; readonly label: string; readonly picture?: ReactNode }[]
  /** of `cards`: one more card for a value that is not among the choices, and how the reader enters it */
  readonly own?: OwnChoice
  /** of `rows` */
  readonly columns?: readonly RowColumn[]
  /** of `rows`: the button that adds one, and how many there may be */
  readonly addLabel?: string
  readonly mostRows?: number
  /** heads the fields from this one on */
  readonly section?: string
  readonly readOnly?: boolean
  /** entered when the row is added and never changed; the hint of a stored row */
  readonly fixed?: string
}

/** The fields of a stored row: those that are fixed when it is added are read-only. */
export const fieldsOfStored = <Entry>(fields: readonly FormField<Entry>[]): readonly FormField<Entry>[] =>
  fields.map((field) => (field.fixed === undefined ? field : { ...field, hint: field.fixed, readOnly: true }))

type NumberRange = readonly [least: number, most: number]

/** What a field of a number can hold when it declares no range: `amountIn` reads 12 digits. */
const anyNumber: NumberRange = [0, 999_999_999_999]

export interface OwnChoice {
  /** undefined: the value is no such value */
  readonly of: (value: string) => { readonly label: string; readonly picture: ReactNode } | undefined
  readonly control: (choose: (value: string) => void, disabled: boolean) => ReactNode
}

/** A column of a field of rows; every cell is required. */
export interface RowColumn {
  readonly name: string
  readonly kind: 'text' | 'number' | 'money'
  readonly label: string
  readonly most?: number
  readonly decimals?: number
  readonly locale?: string
  readonly range?: NumberRange
  readonly unit?: string
}

/** What the fields hold while they are edited; rows and checks as JSON. */
export type FormValues = Readonly<Record<string, string | boolean>>

export const isNumber = ({ kind }: Pick<FormField<never>, 'kind'>) => kind === 'number' || kind === 'money'

export const toValues = <Entry extends object>(
  fields: readonly FormField<Entry>[],
  entry: Partial<Entry>,
): FormValues =>
  Object.fromEntries(
    fields.map(({ name, kind, choices, columns = [], locale }) => {
      const value: unknown = entry[name]
      if (kind === 'switch') return [name, value === true]
      if (kind === 'checks') return [name, JSON.stringify(value ?? [])]
      if (kind === 'rows') return [name, writeRows(((value ?? []) as object[]).map((row) => typedRow(row, columns)))]
      return [name, value === undefined || value === null ? (choices?.[0]?.value ?? '') : textOf(value, locale)]
    }),
  )

/** A row of a field of rows as it is typed. */
export type TypedRow = Readonly<Record<string, string>>

const typedRow = (row: object, columns: readonly RowColumn[]): TypedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      textOf(value, columns.find((column) => column.name === name)?.locale),
    ]),
  )

/** What a field writes for a value. */
export const textOf = (value: unknown, locale: string | undefined): string =>
  typeof value === 'number' ? numberText(value, locale) : String(value)

export const readRows = (value: string | boolean | undefined): readonly TypedRow[] =>
  typeof value === 'string' && value !== '' ? (JSON.parse(value) as TypedRow[]) : []

export const writeRows = (rows: readonly TypedRow[]): string => JSON.stringify(rows)

/** What is wrong with the cell of a row; undefined: nothing. */
export const cellFault = (typed: string, column: RowColumn): FieldFault | undefined => {
  if (typed.trim() === '') return { key: 'form_required' }
  return column.kind === 'text' ? undefined : numberFault(typed, column)
}

/** What to say about a field, with what the text names. */
export interface FieldFault {
  readonly key: 'form_required' | 'form_number' | 'form_whole_number' | 'form_thousands'
  readonly with?: { readonly least: number; readonly most: number; readonly decimals?: number }
}

export const numberFault = (
  typed: string,
  { range = anyNumber, ...field }: Pick<RowColumn, 'decimals' | 'locale' | 'range'>,
): FieldFault | undefined => {
  const number = numberOf(typed, field)
  const [least, most] = range
  if (number !== null && (number === undefined || (number >= least && number <= most))) return undefined
  const style = styleOf(field)
  if (amountFault(typed, style) === 'form_thousands') return { key: 'form_thousands' }
  const { decimals } = style
  return decimals === 0
    ? { key: 'form_whole_number', with: { least, most } }
    : { key: 'form_number', with: { least, most, decimals } }
}

const styleOf = ({ decimals = 0, locale }: Pick<RowColumn, 'decimals' | 'locale'>): NumberStyle => ({
  decimals,
  locale,
})

const numberOf = (typed: string, field: Pick<RowColumn, 'decimals' | 'locale'>): number | null | undefined =>
  amountIn(typed, styleOf(field))

/** What is missing or is no number in its range, by field. */
export const faultsOf = <Entry extends object>(
  fields: readonly FormField<Entry>[],
  values: FormValues,
): Readonly<Record<string, FieldFault>> => {
  const faultOf = (field: FormField<Entry>): FieldFault | undefined => {
    const value = values[field.name]
    if (typeof value !== 'string' || field.readOnly) return undefined
    const { columns = [] } = field
    if (field.kind === 'rows')
      return readRows(value)
        .flatMap((row) => columns.map((column) => cellFault(row[column.name] ?? '', column)))
        .find((fault) => fault !== undefined)
    if (field.kind === 'checks') return field.required && value === '[]' ? { key: 'form_required' } : undefined
    if (value.trim() === '') return field.required ? { key: 'form_required' } : undefined
    return isNumber(field) ? numberFault(value, field) : undefined
  }
  return Object.fromEntries(fields.flatMap((field) => (faultOf(field) ? [[field.name, faultOf(field)!]] : [])))
}

/**
 * Of an entry that the fields describe, what differs from the one they began with: a change sends only this, so that
 * it undoes nothing that someone else changed meanwhile.
 */
export const changesOf = <Entry extends object>(
  fields: readonly FormField<Entry>[],
  entry: Entry,
  began: Partial<Entry>,
): Partial<Entry> => {
  const untouched = toEntry(fields, toValues(fields, began))
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(untouched[name as keyof Entry])
  return Object.fromEntries(Object.entries(entry).filter(isChanged)) as Partial<Entry>
}

/** The values of an open form when the stored ones change: a field that was not edited follows [design/web-185]. */
export const followStored = <Values extends FormValues>(typed: Values, before: Values, now: Values): Values => {
  const follows = Object.keys(now).filter((name) => typed[name] === before[name])
  return { ...typed, ...Object.fromEntries(follows.map((name) => [name, now[name]])) }
}

const rowOf = (row: TypedRow, columns: readonly RowColumn[]) =>
  Object.fromEntries(
    columns.map((column) => {
      const { name, kind } = column
      const typed = row[name] ?? ''
      return [name, kind === 'text' ? typed.trim() : (numberOf(typed, column) ?? undefined)]
    }),
  )

/**
 * The entry that the fields describe: numbers as numbers, texts trimmed; empty numbers are absent. Read-only fields are
 * not in it.
 */
export const toEntry = <Entry extends object>(fields: readonly FormField<Entry>[], values: FormValues): Entry =>
  Object.fromEntries(
    fields
      .filter(({ readOnly }) => !readOnly)
      .map((field) => {
        const value = values[field.name]
        if (typeof value !== 'string') return [field.name, value]
        if (field.kind === 'checks') return [field.name, JSON.parse(value)]
        if (field.kind === 'rows') return [field.name, readRows(value).map((row) => rowOf(row, field.columns ?? []))]
        return [
          field.name,
          isNumber(field) ? (numberOf(value, field) ?? undefined) : field.kind === 'password' ? value : value.trim(),
        ]
      }),
  ) as Entry
