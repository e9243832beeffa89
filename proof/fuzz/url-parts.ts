import { isWhole } from './whole-text.ts'
import type { Schema } from './schema-arbitrary.ts'

export type Query = Readonly<Record<string, unknown>>

/** Percent-encodes; a lone surrogate is sent as three bytes that no decoder accepts. */
const encode = (text: string): string =>
  Array.from(text, (sign) => (isWhole(sign) ? encodeURIComponent(sign) : '%ED%A0%80')).join('')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Node refuses longer request lines before our code sees them (16 KiB of headers). */
const most = 6000

const listed = (query: Query): [string, string][] =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) =>
      (Array.isArray(value) && value.length > 0 ? value : [value]).map((one): [string, string] => [
        name.slice(0, 50),
        textOf(one).slice(0, most / 10),
      ]),
    )
    .slice(0, 10)

export const queryOf = (query: Query): string => {
  const pairs = listed(query)
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`
}

/** Whether the schema accepts this query as the server reads it (a repeated name is a list). */
export const fitsQuery = (schema: Schema, query: Query): boolean | undefined => {
  const pairs = listed(query)
  if (!pairs.every(([name, value]) => isWhole(name + value))) return undefined
  const read: Record<string, unknown> = {}
  for (const [name, value] of pairs) {
    const before = read[name]
    read[name] =
      before === undefined ? value : Array.isArray(before) ? [...(before as unknown[]), value] : [before, value]
  }
  return schema.safeParse(read).success
}

export interface WrittenPath {
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly here: boolean
}

/** The path with its parameters; an empty or too long one leads elsewhere. */
export const pathOf = (path: string, params: Readonly<Record<string, unknown>>): WrittenPath => {
  const written: Record<string, string> = {}
  const url = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name] === undefined ? '' : textOf(params[name]).slice(0, 400)
    written[name] = value
    return encode(value)
  })
  const here = Object.values(written).every((value) => value !== '' && value.length <= 200 && isWhole(value))
  return { url, params: written, here }
}
