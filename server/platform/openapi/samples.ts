export type Json = Record<string, unknown>

const uuid = '01921f3a-7c4e-7b2a-9d31-5f0c8a6e2b47'

/** Values for fields of these names, where their schema allows them. */
const named: Readonly<Record<string, unknown>> = {
  lat: -34.9058,
  lng: -56.1913,
  add: '18 de Julio 1234, Montevideo',
  description: '18 de Julio 1234, Montevideo',
  email: 'rider.one@remis.example',
  password: 'remis2go',
  firstName: 'Rider',
  lastName: 'One',
  mobile: '+59894000001',
  usertype: 'rider',
  otp: '48213',
  searchKeyword: 'Terminal Tres Cruces',
  promo_name: 'HOLA10',
  key: 'not_found',
  token: 'Kf4bfx4HUB9GvCdQg9JzUHrk9SUn2cE',
  // of a browser, from the example of RFC 8291
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

const strings: readonly string[] = [
  uuid,
  '7K3M9QX2WZ',
  '7K3M9QX2WZ.driver',
  'RP01J8Z3V9QK4M7X2C5R6T8W0Y1N',
  '2026-01-31',
  '12:30:00',
  '-34.9058,-56.1913',
  'https://remis.example/',
  '1',
]

const fits = (value: unknown, schema: Json): boolean => {
  if (typeof value !== 'string')
    return typeof value === 'number' && ['number', 'integer'].includes(String(schema['type']))
  if ((schema['type'] ?? 'string') !== 'string') return false
  const { minLength = 0, maxLength = Infinity, pattern } = schema as Record<string, number & string>
  const inLength = value.length >= minLength && value.length <= maxLength
  return inLength && (pattern === undefined || new RegExp(pattern, 'u').test(value))
}

const sampleString = (name: string, schema: Json): string => {
  if (schema['format'] === 'date-time') return '2026-01-31T12:30:00Z'
  const tried = [name, ...strings, 'a'.repeat(Number(schema['minLength'] ?? 0))]
  return tried.find((one) => fits(one, schema)) ?? ''
}

const sampleNumber = ({ minimum = 0, maximum = Infinity, exclusiveMinimum }: Json): number => {
  const above = exclusiveMinimum === undefined ? Number(minimum) : Number(exclusiveMinimum) + 1
  return Math.min(Math.max(above, 1), Number(maximum))
}

/**
 * An example that the JSON schema accepts: of an object its required fields, of a list one row. `name` is the name of
 * the field that holds it.
 */
export const sampleOf = (schema: Json, name = 'text'): unknown => {
  const { const: only, enum: values, oneOf, anyOf = oneOf, allOf, ...rest } = schema
  const { type, properties = {}, required = [], items, prefixItems } = rest
  if ('const' in schema) return only
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return sampleOf((anyOf as Json[]).find((one) => one['type'] !== 'null') ?? {}, name)
  if (Array.isArray(allOf)) return sampleOf(Object.assign({}, rest, ...(allOf as Json[])) as Json, name)
  if (Array.isArray(type)) return sampleOf({ ...schema, type: type.find((one) => one !== 'null') as unknown }, name)
  if (name in named && fits(named[name], schema)) return named[name]
  if (type === 'string') return sampleString(name, schema)
  if (type === 'number' || type === 'integer') return sampleNumber(schema)
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (Array.isArray(prefixItems)) return (prefixItems as Json[]).map((item) => sampleOf(item, name))
  if (type === 'array') {
    const least = Math.max(1, Number(schema['minItems'] ?? 0))
    return typeof items === 'object' ? Array.from({ length: least }, () => sampleOf(items as Json, name)) : []
  }
  if (type !== 'object') return {}
  const fields = properties as Record<string, Json>
  return Object.fromEntries((required as string[]).map((field) => [field, sampleOf(fields[field] ?? {}, field)]))
}
