import { AppError } from '@remis/domain/messages/app-error'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import type { z } from 'zod'

/** Path and message of each fault; an unknown key is named by its own path. */
const fieldsOf = (part: string, error: z.ZodError): Record<string, string> =>
  Object.fromEntries(
    error.issues.flatMap((issue): [string, string][] => {
      const path = issue.path.map(String)
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((name) => [[...path, name].join('.'), 'unknown field'])
      return [[path.join('.') || part, issue.message]]
    }),
  )

const parse = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const read = schema.safeParse(value)
  if (!read.success) throw new AppError(400, 'invalid_input', { fields: fieldsOf(part, read.error) })
  return read.data
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Deeper than any schema, and far from where a recursive reader runs out of stack. */
const mostLevels = 32

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))

/** Parses the call by the endpoint's schemas; 400 with the invalid fields. */
export const parseInput = (endpoint: Endpoint, raw: RawInput): RawInput => {
  if (!endpoint.body && !isEmpty(raw.body))
    throw new AppError(400, 'invalid_input', { fields: { body: 'this call takes none' } })
  if (isDeeper(raw.body, mostLevels))
    throw new AppError(400, 'invalid_input', { fields: { body: `at most ${mostLevels} levels` } })
  return {
    params: parse('params', endpoint.params, raw.params),
    query: parse('query', endpoint.query, raw.query),
    // An absent body is an empty one: accepted where no field is required, else each missing field is named.
    body: parse('body', endpoint.body, raw.body === undefined ? {} : raw.body),
  }
}
