import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import { messages } from '@remis/domain/messages/english'
import { readJson } from '@remis/server/providers/read-json'
import type { FuzzCase } from './fuzz-call.ts'
import type { Answer } from './wire.ts'

/** What no body may contain: a stack trace of the server, or words of the database. */
const leaks = [
  /\bat .{1,200}:\d+:\d+\)?/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) .{0,80}\b(from|where|values|set)\b/i,
  /invalid (input syntax|byte sequence)|violates .{1,40} constraint|relation ".*" does not exist/,
  /ZodError|TypeError|RangeError|SyntaxError|DatabaseError/,
]

const always = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy']

const isKey = (key: unknown): boolean => typeof key === 'string' && key in messages

/**
 * The error shape [design/api-11]: `{error: {key, message, fields?}, …}`; the calls of the host root answer `{error:
 * text, key, …}`.
 */
export const isError = (body: unknown, legacy: boolean): boolean => {
  if (typeof body !== 'object' || body === null) return false
  const { error, key } = body as { error?: unknown; key?: unknown }
  if (legacy) return typeof error === 'string' && isKey(key)
  if (typeof error !== 'object' || error === null) return false
  const inner = error as { key?: unknown; message?: unknown; fields?: unknown }
  const fields = inner.fields ?? {}
  return isKey(inner.key) && typeof inner.message === 'string' && typeof fields === 'object'
}

const isDeclared = (endpoint: Endpoint, reply: unknown): boolean => {
  const shaped = endpoint.reply.safeParse(reply)
  return shaped.success && isDeepStrictEqual(JSON.parse(JSON.stringify(shaped.data)), reply)
}

/**
 * Fields with a text schema and a content check with the same key; so are 'lat,lng' pairs. A note must have text beside
 * blanks, and the views of a link depend on its maker.
 */
const judgedByContent = ['cursor', 'status', 'parcelTypeIndex', 'optionIndex', 'language', 'text', 'view']

const isMisshapen = (endpoint: Endpoint, body: unknown): boolean => {
  const { error, key } = body as { error: { key?: string; fields?: object } | string; key?: string }
  if (typeof error === 'string') return key === 'invalid_input' && !endpoint.path.startsWith('/googleapis-')
  return (
    error.key === 'invalid_input' && Object.keys(error.fields ?? {}).some((name) => !judgedByContent.includes(name))
  )
}

/** What no answer may be, whatever the call. */
export const commonFaultsOf = ({ status, headers, text }: Answer): string[] => [
  ...(status >= 500 || status < 200 ? [`status ${status}`] : []),
  ...(status >= 400 && leaks.some((leak) => leak.test(text)) ? ['the body shows internals'] : []),
  ...always.filter((name) => headers[name] === undefined).map((name) => `no header ${name}`),
]

/** Everything that is wrong with this answer to this call of an endpoint; empty if nothing is. */
export const faultsOf = (endpoint: Endpoint, asked: FuzzCase, answer: Answer): string[] => {
  const { status, text } = answer
  const body = readJson(text)
  const is2xx = status >= 200 && status < 300
  const faults = commonFaultsOf(answer)
  if (status >= 300 && status < 400) faults.push(`status ${status}`)
  const isFile = endpoint.file !== undefined && is2xx && asked.here
  if (body === undefined && !isFile) faults.push('the body is no JSON')
  if (is2xx && asked.here && !isFile && !isDeclared(endpoint, body)) faults.push('the reply is not as declared')
  if (status >= 400 && !isError(body, asked.here && endpoint.legacyError === true) && !isError(body, false))
    faults.push('the error does not fit its schema')
  if (asked.fits === false && is2xx && asked.here) faults.push('the schemas refuse it, the server accepted it')
  if (asked.kind === 'valid' && asked.fits !== false && status === 400 && isMisshapen(endpoint, body))
    faults.push('the schemas accept it, the server calls it invalid')
  return faults
}
