/** All that atlas needs of PostgreSQL (≥ 15): a `pg` pool or client fits. */
export interface Sql {
  query<Row extends object = Record<string, unknown>>(text: string, params?: unknown[]): Promise<{ rows: Row[] }>
}
