import type { Schema } from '../../fuzz/schema-arbitrary.ts'

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly innerType?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition

/** The fields of an object, or none. */
export const fieldsOf = (schema: Schema | undefined): [string, Schema][] =>
  schema === undefined ? [] : Object.entries(definitionOf(schema).shape ?? {})

/** Values that most filters take: booleans, numbers, days, times. */
const usual = ['true', 'false', '0', '1', '5', '90', '2020-01-01', '2099-12-31', String(Date.now())]

const choicesOf = (schema: Schema): readonly unknown[] => {
  const { type, innerType, options = [], entries = {}, values = [] } = definitionOf(schema)
  if (innerType !== undefined) return choicesOf(innerType)
  if (type === 'enum') return Object.values(entries)
  if (type === 'literal') return values
  return options.flatMap(choicesOf)
}

/** The values to send in one field of a query: every choice, and each of the words that the field accepts. */
export const valuesOf = (name: string, schema: Schema, words: readonly string[]): string[] => {
  const candidates = [...choicesOf(schema).map(String), ...words, ...usual]
  const values = [...new Set(candidates)].filter((value) => schema.safeParse(value).success)
  if (values.length === 0) throw new Error(`the crawl has no value for ${name}`)
  return values
}

/** Does the field take ids and no other text? */
export const isIdField = (schema: Schema, id: string): boolean =>
  schema.safeParse(id).success && !schema.safeParse('no id').success
