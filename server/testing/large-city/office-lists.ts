import type { Endpoint } from '@remis/domain/kit/endpoint'
import type { z } from 'zod'

/** A list of the office as its endpoint declares it. */
export interface OfficeList {
  readonly path: string
  /** queries with every required field, one per value of an enum */
  readonly bases: readonly Query[]
  readonly sorts: readonly string[]
  readonly searches: boolean
  /** each optional filter with the values to ask for */
  readonly filters: readonly { readonly field: string; readonly values: readonly string[] }[]
  /** filters without a known value */
  readonly unknown: readonly string[]
}

export type Query = Readonly<Record<string, string>>

type Schema = z.ZodType & {
  readonly def: { readonly type: string; readonly innerType?: Schema; readonly values?: readonly unknown[] }
  readonly options?: readonly unknown[]
  readonly shape?: Readonly<Record<string, Schema>>
}

const paging = new Set(['cursor', 'limit', 'search', 'sort', 'direction'])

/** undefined: the schema names no values. */
const valuesOf = (schema: Schema): readonly string[] | undefined => {
  const { type, innerType, values } = schema.def
  if (type === 'optional' && innerType !== undefined) return valuesOf(innerType)
  if (type === 'enum') return schema.options?.map(String)
  if (type === 'literal') return values?.map(String)
  return undefined
}

/**
 * The lists that an admin pages through, from the table of endpoints: a new list, filter or order is among them.
 * `known`: values of filters that no schema enumerates, by field.
 */
export const officeLists = (
  endpoints: readonly { readonly endpoint: Endpoint }[],
  known: Readonly<Record<string, readonly string[]>>,
): readonly OfficeList[] =>
  endpoints
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path, roles }) => method === 'GET' && roles.includes('admin') && !path.includes(':'))
    .flatMap((endpoint) => {
      const shape = (endpoint.query as Schema | undefined)?.shape
      if (shape?.['cursor'] === undefined) return []
      const fields = Object.entries(shape).filter(([name]) => !paging.has(name))
      const required = fields.filter(([, schema]) => schema.def.type !== 'optional')
      const optional = fields
        .filter(([, schema]) => schema.def.type === 'optional')
        .map(([field, schema]) => ({ field, values: known[field] ?? valuesOf(schema) ?? [] }))
      return [
        {
          path: endpoint.path,
          bases: required.reduce<readonly Query[]>(
            (bases, [field, schema]) =>
              (known[field] ?? valuesOf(schema) ?? []).flatMap((value) =>
                bases.map((base) => ({ ...base, [field]: value })),
              ),
            [{}],
          ),
          sorts: shape['sort'] === undefined ? [] : (valuesOf(shape['sort']) ?? []),
          searches: shape['search'] !== undefined,
          filters: optional.filter(({ values }) => values.length > 0),
          unknown: optional.filter(({ values }) => values.length === 0).map(({ field }) => field),
        },
      ]
    })

/**
 * Every call that a reader of the list can make with one filter, one order or one search, and each order in both
 * directions.
 */
export const callsOf = (list: OfficeList, words: readonly string[]): readonly Query[] =>
  list.bases.flatMap((base) => [
    base,
    ...list.sorts.flatMap((sort) => ['asc', 'desc'].map((direction) => ({ ...base, sort, direction }))),
    ...list.filters.flatMap(({ field, values }) => values.map((value) => ({ ...base, [field]: value }))),
    ...(list.searches ? words.map((search) => ({ ...base, search })) : []),
  ])
