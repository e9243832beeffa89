import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../schema.ts'

/** A promise over the whole database: `find` names the rows that break it (trust-and-speed §1.3). */
export interface Invariant {
  readonly id: string
  readonly says: string
  readonly find: (db: Kysely<Tables>) => Promise<string[]>
}

interface Row {
  id: string
}

/** An invariant as a query whose rows, `id` each, break it. */
export const bySql = (id: string, says: string, query: RawBuilder<Row>): Invariant => ({
  id,
  says,
  find: async (db) => (await query.execute(db)).rows.map((row) => row.id),
})

export const query = (strings: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
  sql<Row>(strings, ...values)
