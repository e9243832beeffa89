import type { Endpoint } from '@remis/domain/kit/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import { isWhole } from './whole-text.ts'

export type Schema = NonNullable<Endpoint['body']>

/** The description of a schema, as far as it can be used to generate a value. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly catchall?: Schema
  readonly innerType?: Schema
  readonly element?: Schema
  readonly options?: readonly Schema[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
  readonly format?: string
  readonly coerce?: boolean
}
interface Check {
  readonly check: string
  readonly minimum?: number
  readonly maximum?: number
  readonly value?: number
  readonly pattern?: RegExp
}

/** Values with a meaning where a path ends (`body.pickup`, `params.id`): without them no call would get far. */
export type Known = (path: string) => Arbitrary<unknown> | undefined

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition
const checksOf = ({ checks = [] }: Definition): Check[] => checks.map((check) => check._zod.def)

/** Valid text, and a trap for code that builds SQL, HTML, paths, addresses or sheets from it. */
const awkward = [
  '',
  ' ',
  '\u202Eevil\u202C',
  '\u2066\u2069\uFEFF\u200B',
  '👩\u200D👩\u200D👧\u200D👦',
  'ß'.repeat(20),
  `'; drop table users; --`,
  '" or ""="',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%0d%0a',
  '\r\nSet-Cookie: a=b',
  '${7*7}{{7*7}}',
  '=1+1',
  'null',
  'true',
  '0',
  '-1',
  '1e309',
  'toString',
  '__proto__',
  '٣٤٫٥',
  '\u0001\u001f\u007f\u0085\u2028',
  'I'.toLocaleLowerCase('tr'),
]

const isLegal = (text: string): boolean => !text.includes('\0') && isWhole(text)

const textOf = (most: number): Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ maxLength: Math.min(most, 12) }),
      fc.string({ unit: 'binary', maxLength: Math.min(most, 6) }),
      fc.constantFrom(...awkward),
      fc.constant('x'.repeat(Math.min(most, 4000))),
      fc.constant('…'.repeat(Math.min(most, 4000))),
    )
    .filter((text) => text.length <= most && isLegal(text))

const byPattern = new Map<string, Arbitrary<string>>()
/** Cached: parsing a pattern takes a hundred times as long as generating a value from it. */
const matching = (pattern: RegExp): Arbitrary<string> => {
  const known = byPattern.get(pattern.source) ?? fc.stringMatching(pattern)
  byPattern.set(pattern.source, known)
  return known
}

const stringOf = (definition: Definition): Arbitrary<string> => {
  if (definition.format === 'date')
    return fc
      .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  const checks = checksOf(definition)
  const pattern = checks.find((check) => check.pattern && !check.pattern.source.includes('\\p{Surrogate}'))?.pattern
  if (pattern) return matching(pattern)
  return textOf(checks.find(({ check }) => check === 'max_length')?.maximum ?? 300)
}

const numberOf = (definition: Definition): Arbitrary<unknown> => {
  const checks = checksOf(definition)
  const bound = (name: string, usual: number) => checks.find(({ check }) => check === name)?.value ?? usual
  const whole = definition.format === 'safeint' || checks.some(({ check }) => check === 'number_format')
  const min = bound('greater_than', whole ? Number.MIN_SAFE_INTEGER : -Number.MAX_VALUE)
  const max = bound('less_than', whole ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE)
  const plain = [0, 1, -1, 5, 100, min, max].filter((value) => value >= min && value <= max)
  const fine = [0.5, 99.99, 0.00001, 1.00005, 1e-300, 5e-324, -0].filter((value) => value >= min && value <= max)
  const number = whole
    ? fc.oneof(fc.constantFrom(...plain), fc.integer({ min: Math.max(min, -1e9), max: Math.min(max, 1e9) }))
    : fc.oneof(fc.constantFrom(...plain, ...fine), fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
  return definition.coerce ? number.map(String) : number
}

const objectOf = (definition: Definition, known: Known, path: string): Arbitrary<Record<string, unknown>> => {
  const shape = Object.entries(definition.shape ?? {})
  const fields = Object.fromEntries(shape.map(([name, field]) => [name, fitting(field, known, `${path}.${name}`)]))
  const requiredKeys = shape.filter(([, field]) => definitionOf(field).type !== 'optional').map(([name]) => name)
  return fc.record(fields, { requiredKeys, noNullPrototype: true })
}

/** A key that would change the prototype of an object: refused before a schema sees it. */
const changesItsKind = (value: unknown): boolean => /"(__proto__|constructor)":/.test(JSON.stringify(value))

const made = (definition: Definition, known: Known, path: string): Arbitrary<unknown> => {
  const inner = () => fitting(definition.innerType as Schema, known, path)
  switch (definition.type) {
    case 'object':
      return objectOf(definition, known, path)
    case 'string':
      return stringOf(definition)
    case 'number':
      return numberOf(definition)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue({ maxDepth: 3 }).filter((value) => !changesItsKind(value))
    case 'optional':
      return inner()
    case 'nullable':
      return fc.option(inner(), { freq: 4 })
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => fitting(option, known, path)))
    case 'array':
      return fc.array(fitting(definition.element as Schema, known, `${path}.*`), {
        minLength: checksOf(definition).find(({ check }) => check === 'min_length')?.minimum ?? 0,
        maxLength: Math.min(4, checksOf(definition).find(({ check }) => check === 'max_length')?.maximum ?? 4),
      })
    default:
      // A kind of schema that this file does not support: its endpoints would silently go untested.
      throw new Error(`${path}: no values are made for a schema of type ${definition.type}`)
  }
}

/** Values that the schema accepts; where known values exist for a path, mostly those. */
export const fitting = (schema: Schema, known: Known, path: string): Arbitrary<unknown> => {
  const usual = made(definitionOf(schema), known, path)
  const better = known(path)
  return better ? fc.oneof({ weight: 3, arbitrary: better }, { weight: 1, arbitrary: usual }) : usual
}
