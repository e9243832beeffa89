import { amountIn } from './amount-in.ts'

/** A field of a form as a screen declares it. */
export interface FormField<Entry> {
  readonly name: keyof Entry & string
  readonly kind: 'text' | 'email' | 'password' | 'lines' | 'number' | 'money' | 'select' | 'date' | 'switch'
  /** without it the text that is named like the field */
  readonly label?: string
  /** what it means, below the label */
  readonly hint?: string
  readonly required?: boolean
  /** characters */
  readonly most?: number
  /** digits after the point; 0 without it */
  readonly decimals?: number
  /** shown in the field: a currency, a percent sign; it may depend on what the other fields hold */
  readonly unit?: string | ((values: FormValues) => string)
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  readonly readOnly?: boolean
}

/** What the fields hold while they are edited. */
export type FormValues = Readonly<Record<string, string | boolean>>

export const isNumber = ({ kind }: Pick<FormField<never>, 'kind'>) => kind === 'number' || kind === 'money'

export const toValues = <Entry extends object>(
  fields: readonly FormField<Entry>[],
  entry: Partial<Entry>,
): FormValues =>
  Object.fromEntries(
    fields.map(({ name, kind, choices }) => {
      const value: unknown = entry[name]
      if (kind === 'switch') return [name, value === true]
      return [
        name,
        value === undefined || value === null ? (choices?.[0]?.value ?? '') : String(value as string | number),
      ]
    }),
  )

type FieldFault = 'form_required' | 'form_number'

const numberOf = (text: string, decimals = 0): number | null | undefined => {
  const amount = amountIn(text)
  return typeof amount === 'number' && Number(amount.toFixed(decimals)) !== amount ? null : amount
}

/** What is missing or is no number, by field. */
export const faultsOf = <Entry extends object>(
  fields: readonly FormField<Entry>[],
  values: FormValues,
): Readonly<Record<string, FieldFault>> => {
  const faultOf = (field: FormField<Entry>): FieldFault | undefined => {
    const value = values[field.name]
    if (typeof value !== 'string' || field.readOnly) return undefined
    if (value.trim() === '') return field.required ? 'form_required' : undefined
    return isNumber(field) && numberOf(value, field.decimals) === null ? 'form_number' : undefined
  }
  return Object.fromEntries(fields.flatMap((field) => (faultOf(field) ? [[field.name, faultOf(field)!]] : [])))
}

/** The entry that the fields describe: numbers as numbers, texts trimmed; empty numbers are absent. Read-only fields are not in it. */
export const toEntry = <Entry extends object>(fields: readonly FormField<Entry>[], values: FormValues): Entry =>
  Object.fromEntries(
    fields
      .filter(({ readOnly }) => !readOnly)
      .map((field) => {
        const value = values[field.name]
        if (typeof value !== 'string') return [field.name, value]
        return [
          field.name,
          isNumber(field)
            ? (numberOf(value, field.decimals) ?? undefined)
            : field.kind === 'password'
              ? value
              : value.trim(),
        ]
      }),
  ) as Entry
