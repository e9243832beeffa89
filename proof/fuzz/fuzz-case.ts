import type { Endpoint } from '@remis/domain/kit/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import { bent } from './bend.ts'
import type { Caller, FuzzCity } from './fuzz-city.ts'
import { strayKeys, toJson } from './hostile-values.ts'
import { knownFor } from './known-values.ts'
import type { FuzzCase } from './fuzz-call.ts'
import { rawCase } from './raw-case.ts'
import { fitting, type Schema } from './schema-arbitrary.ts'
import { fitsQuery, pathOf, queryOf, type Query } from './url-parts.ts'

export interface Parts {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Query
  readonly body: unknown
}

const headersOf = (endpoint: Endpoint, caller: Caller, key: string): Record<string, string> => ({
  ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
  ...(endpoint.idempotent ? { 'idempotency-key': key } : {}),
  ...(endpoint.body ? { 'content-type': 'application/json' } : {}),
})

const takes = (schema: Schema | undefined, value: unknown): boolean =>
  schema === undefined || schema.safeParse(value).success

const fitsBody = (schema: Schema | undefined, json: string): boolean => {
  try {
    // an absent body is an empty one [design/api-6]
    return takes(schema, json === '' ? {} : JSON.parse(json))
  } catch {
    return false
  }
}

const caseOf = (
  kind: FuzzCase['kind'],
  endpoint: Endpoint,
  caller: Caller,
  { params, query, body }: Parts,
  key: string,
): FuzzCase => {
  const path = pathOf(endpoint.path, params)
  const json = endpoint.body ? toJson(body) : ''
  return {
    kind,
    caller: caller.label,
    method: endpoint.method,
    url: path.url + queryOf(query),
    headers: headersOf(endpoint, caller, key),
    ...(json === '' ? {} : { body: Buffer.from(json) }),
    here: path.here,
    fits:
      takes(endpoint.params, path.params) &&
      (endpoint.query === undefined || fitsQuery(endpoint.query, query)) &&
      (endpoint.body === undefined || fitsBody(endpoint.body, json)),
  }
}

/** The possible values of each part of a call: the schemas' own values, and the city's where they have a meaning. */
const validParts = (endpoint: Endpoint, caller: Caller, city: FuzzCity): Arbitrary<Parts> => {
  const known = knownFor(endpoint, caller, city)
  const part = (schema: Schema | undefined, name: string, usual: unknown) =>
    schema ? fitting(schema, known, name) : fc.constant(usual)
  return fc.record({
    params: part(endpoint.params, 'params', {}),
    query: part(endpoint.query, 'query', {}),
    body: part(endpoint.body, 'body', undefined),
  }) as Arbitrary<Parts>
}

const bentParts = (
  endpoint: Endpoint,
  valid: Arbitrary<Parts>,
  columns: readonly string[],
): Arbitrary<Parts> | undefined => {
  const stray = strayKeys(columns)
  const bentIn = (name: keyof Parts) =>
    valid.chain((parts) =>
      bent(fc.constant(parts[name]), stray).map((changed) => {
        const isObject = typeof changed === 'object' && changed !== null && !Array.isArray(changed)
        return { ...parts, [name]: name === 'body' || isObject ? changed : { [toJson(changed).slice(0, 50)]: '1' } }
      }),
    )
  const names = (['body', 'query', 'params'] as const).filter((name) => endpoint[name] !== undefined)
  return names.length === 0 ? undefined : fc.oneof(...names.map(bentIn))
}

const callersOf = (endpoint: Endpoint, city: FuzzCity): Arbitrary<Caller> => {
  const may = endpoint.roles.flatMap((role) => city.callers(role))
  const others = [...city.callers('anyone'), ...city.callers('visitor'), ...city.callers('fleetadmin')]
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...may) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
}

/** Valid calls to this endpoint by people of its roles, without the body of an upload. */
export const validCasesOf = (endpoint: Endpoint, city: FuzzCity): Arbitrary<FuzzCase> =>
  fc
    .constantFrom(...endpoint.roles.flatMap((role) => city.callers(role)))
    .chain((caller) =>
      validParts(endpoint, caller, city).map((parts) => caseOf('valid', endpoint, caller, parts, 'valid')),
    )

const key = fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constant('the-same-key') })

/** Calls to this endpoint: valid, nearly valid, and hostile. */
export const casesOf = (endpoint: Endpoint, city: FuzzCity, columns: readonly string[]): Arbitrary<FuzzCase> =>
  fc.tuple(callersOf(endpoint, city), key).chain(([caller, with_]) => {
    const valid = validParts(endpoint, caller, city)
    const nearly = bentParts(endpoint, valid, columns)
    const good = valid.map((parts) => caseOf('valid', endpoint, caller, parts, with_))
    return fc.oneof(
      { weight: 3, arbitrary: good },
      ...(nearly
        ? [{ weight: 5, arbitrary: nearly.map((parts) => caseOf('bent', endpoint, caller, parts, with_)) }]
        : []),
      { weight: 3, arbitrary: good.chain((whole) => rawCase(whole, endpoint)) },
    )
  })
