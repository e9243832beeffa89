import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'
import { limits } from '../platform/runtime/limits.ts'

/** A rule over the whole database; its id is that of docs/design/invariants.md. */
export interface Invariant {
  readonly id: string
  readonly says: string
}

/** A row that breaks an invariant. */
export interface Fault {
  readonly invariant: string
  readonly row: string
}

/** A search for a driver ends at this age; the sweep that ends it has a minute. */
export const horizonSeconds = limits.booking.newExpiresMinutes * 60 + 60

/** A query that checks several invariants in one pass: reading the tables takes most of the time. */
export interface Survey {
  readonly judges: readonly Invariant[]
  readonly find: (db: Kysely<Tables>) => Promise<Fault[]>
}

/** A survey from a query of faults as `invariant` and `row`. */
export const surveyOf = (judges: Record<string, string>, faults: RawBuilder<Fault>): Survey => ({
  judges: Object.entries(judges).map(([id, says]) => ({ id, says })),
  find: async (db) => (await faults.execute(db)).rows,
})

/** A survey of one invariant, from a query of the ids of the rows that break it. */
export const bySql = (id: string, says: string, broken: RawBuilder<{ id: string }>): Survey =>
  surveyOf({ [id]: says }, sql<Fault>`select ${sql.lit(id)} as invariant, id as row from (${broken}) as broken`)

export const query = (strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<{ id: string }> =>
  sql<{ id: string }>(strings, ...values)

/**
 * Faults of single rows: `from` is read once; each condition is listed under the invariant it breaks. NULL is no fault.
 * `row` is the id reported, for all invariants or by invariant.
 */
export const faultsIn = (
  row: RawBuilder<unknown> | ((invariant: string) => RawBuilder<unknown>),
  from: RawBuilder<unknown>,
  broken: Record<string, RawBuilder<unknown>>,
): RawBuilder<Fault> => {
  const found = Object.entries(broken).map(([id, when]) => sql`case when ${when} then ${sql.lit(id)} end`)
  const rows = Object.keys(broken).map((id) => (typeof row === 'function' ? row(id) : row))
  return sql<Fault>`select invariant, row from (
      select unnest(array[${sql.join(found)}]) as invariant, unnest(array[${sql.join(rows)}]) as row from ${from}
      where ${sql.join(
        Object.values(broken).map((when) => sql`(${when})`),
        sql` or `,
      )}
    ) as found where invariant is not null`
}
