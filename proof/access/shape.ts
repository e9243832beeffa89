/**
 * The keys of a reply in one line, written by hand: `id pickup{lat lng add} rows[id name] otp? texts*`. A plain name
 * holds a value (or a list of plain values), `{}` an object or null, `[]` a list of objects, `?` may be absent, `*` is
 * a map with any keys.
 */
export interface Shape {
  readonly name: string
  readonly optional: boolean
  readonly kind: 'value' | 'object' | 'list' | 'map'
  readonly fields: readonly Shape[]
}

const tokens = (text: string): string[] => text.match(/[\w-]+|[{}[\]?*]/g) ?? []

/** Parses the line; a typing mistake throws, so that it cannot weaken a view. */
export const shape = (text: string): readonly Shape[] => {
  const rest = tokens(text)
  const readFields = (end: string | undefined): Shape[] => {
    const fields: Shape[] = []
    for (let token = rest.shift(); token !== end; token = rest.shift()) {
      if (token === undefined || !/^[\w-]+$/.test(token))
        throw new Error(`a view cannot be read at '${token}': ${text}`)
      if (fields.some(({ name }) => name === token)) throw new Error(`${token} appears twice: ${text}`)
      fields.push(readField(token))
    }
    return fields
  }
  const readField = (name: string): Shape => {
    const take = (sign: string): boolean => rest[0] === sign && rest.shift() !== undefined
    const optional = take('?')
    if (take('*')) return { name, optional, kind: 'map', fields: [] }
    if (take('{')) return { name, optional, kind: 'object', fields: readFields('}') }
    if (take('[')) return { name, optional, kind: 'list', fields: readFields(']') }
    return { name, optional, kind: 'value', fields: [] }
  }
  return readFields(undefined)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Differences between a value and its shape; reports each path with a value to `seen`. */
export const differences = (
  fields: readonly Shape[],
  value: unknown,
  seen: (path: string) => void = () => undefined,
  path = '',
): string[] => {
  if (!isObject(value)) return [`${path || 'the reply'} is no object`]
  const known = new Set(fields.map(({ name }) => name))
  const extra = Object.keys(value).filter((key) => !known.has(key))
  return [
    ...extra.map((key) => `${path}${key} is more than the view has`),
    ...fields.flatMap((field) => fieldDifferences(field, value[field.name], seen, path + field.name)),
  ]
}

const fieldDifferences = (field: Shape, value: unknown, seen: (path: string) => void, path: string): string[] => {
  if (value === undefined) return field.optional ? [] : [`${path} is missing`]
  if (value === null) return field.kind === 'list' ? [`${path} is no list`] : []
  switch (field.kind) {
    case 'value': {
      seen(path)
      const plain = Array.isArray(value) ? value.every((one) => typeof one !== 'object') : typeof value !== 'object'
      return plain ? [] : [`${path} holds more than a value`]
    }
    case 'map':
      seen(path)
      return isObject(value) ? [] : [`${path} is no map`]
    case 'object':
      seen(path)
      return differences(field.fields, value, seen, `${path}.`)
    case 'list':
      if (!Array.isArray(value)) return [`${path} is no list`]
      if (value.length > 0) seen(path)
      return [...new Set(value.flatMap((one) => differences(field.fields, one, seen, `${path}.`)))]
  }
}

/** Every path with fields, to check later which never occurred. */
export const innerPaths = (fields: readonly Shape[], path = ''): string[] =>
  fields.flatMap((field) => [
    ...(field.kind === 'value' ? [] : [path + field.name]),
    ...innerPaths(field.fields, `${path}${field.name}.`),
  ])
