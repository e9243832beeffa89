import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../platform/database/schema.ts'

/** A promise over the whole database (trust-and-speed §1.3). */
export interface Invariant {
  readonly id: string
  readonly says: string
}

/** A row that breaks an invariant. */
export interface Fault {
  readonly invariant: string
  readonly row: string
}

/** One way through the tables that judges some invariants together: most of the time goes into reading. */
export interface Survey {
  readonly judges: readonly Invariant[]
  readonly find: (db: Kysely<Tables>) => Promise<Fault[]>
}

/** A survey as a query whose rows, `invariant` and `row`, are the faults. */
export const surveyOf = (judges: Record<string, string>, faults: RawBuilder<Fault>): Survey => ({
  judges: Object.entries(judges).map(([id, says]) => ({ id, says })),
  find: async (db) => (await faults.execute(db)).rows,
})

/** One invariant as a query whose rows, `id` each, break it. */
export const bySql = (id: string, says: string, broken: RawBuilder<{ id: string }>): Survey =>
  surveyOf({ [id]: says }, sql<Fault>`select ${sql.lit(id)} as invariant, id as row from (${broken}) as broken`)

export const query = (strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<{ id: string }> =>
  sql<{ id: string }>(strings, ...values)

/**
 * Faults of one row each: `from` is read once, each condition by the invariant it breaks. NULL counts as sound.
 * `row` names what is at fault, for all invariants or by invariant.
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
