/** The part of a `pg` pool or client that atlas needs; PostgreSQL 15 or later. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, params?: unknown[]): Promise<{ rows: Row[] }>
}
