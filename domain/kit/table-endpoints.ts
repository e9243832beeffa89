import { z } from 'zod'
import type { Endpoint, Route } from './endpoint.ts'
import { exportQuery, exportTypes, listQuery, page } from './list.ts'
import { file, nothing, uuid } from './schema.ts'

interface TableRoutes {
  readonly listAll: Route
  readonly export: Route
  readonly create: Route
  readonly update: Route
  readonly remove: Route
}

interface Table<
  Noun extends string,
  Row extends z.ZodType,
  Entry extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  Versioned extends boolean,
> {
  /** names the row in replies: `{ promo: … }` */
  readonly noun: Noun
  readonly row: Row
  /** what an admin enters; a change sends some of its fields */
  readonly entry: z.ZodObject<Entry, z.core.$strict>
  readonly sorts: Sorts
  readonly filters: Filters
  /** demo mode refuses change, delete and export; adding too, unless this is true */
  readonly addsInDemo?: boolean
  /** a change may name the version of the row that it was made from; an older one is 409 `row_changed` */
  readonly versioned?: Versioned
}

const version = { version: z.int().min(0).optional() }

/** The five calls of a table that admins edit. Their rows are the same for every admin. */
export const tableEndpoints = <
  const R extends TableRoutes,
  const Noun extends string,
  Row extends z.ZodType,
  Entry extends z.ZodRawShape,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  const Versioned extends boolean = false,
>(
  routes: R,
  {
    noun,
    row,
    entry,
    sorts,
    filters,
    addsInDemo = false,
    versioned,
  }: Table<Noun, Row, Entry, Sorts, Filters, Versioned>,
) => {
  const more = (versioned ? version : {}) as Versioned extends true ? typeof version : Record<never, never>
  const params = z.strictObject({ id: uuid })
  const changed = z.object({ [noun]: row } as { readonly [Name in Noun]: Row })
  const listed = { relation: 'none', rate: 'read' } as const
  const edited = { relation: 'admins', rate: 'write', refusedInDemo: true, params } as const
  return {
    listAll: {
      ...(routes.listAll as R['listAll']),
      ...listed,
      summary: `Every ${noun} of the office’s table`,
      query: listQuery(sorts, filters),
      reply: page(row),
    },
    export: {
      ...(routes.export as R['export']),
      ...listed,
      summary: `Every ${noun} of a list as a file`,
      refusedInDemo: true,
      query: exportQuery(sorts, filters),
      reply: file,
      file: exportTypes,
    },
    create: {
      ...(routes.create as R['create']),
      summary: `Adds a ${noun}`,
      relation: 'none',
      rate: 'write',
      refusedInDemo: !addsInDemo,
      body: entry,
      reply: changed,
    },
    update: {
      ...(routes.update as R['update']),
      ...edited,
      summary: `Changes a ${noun}; a field that is not sent keeps its value`,
      body: entry.partial().extend(more),
      reply: changed,
    },
    remove: { ...(routes.remove as R['remove']), ...edited, summary: `Deletes a ${noun}`, reply: nothing },
  } as const satisfies Record<keyof TableRoutes, Endpoint>
}

/** Brings an archived row back. A row that is not archived is answered as it is: another admin was first. */
export const restorationOf = <const R extends Route, const Noun extends string, Row extends z.ZodType>(
  route: R,
  { noun, row }: { readonly noun: Noun; readonly row: Row },
) =>
  ({
    ...route,
    summary: `Restores an archived ${noun}`,
    relation: 'admins',
    rate: 'write',
    refusedInDemo: true,
    params: z.strictObject({ id: uuid }),
    reply: z.object({ [noun]: row } as { readonly [Name in Noun]: Row }),
  }) as const satisfies Endpoint
