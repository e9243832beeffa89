import pg from 'pg'

export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

let seen: Statement[] | undefined

// When it is loaded, before a pool opens connections: they keep the method they begin with.
// oxlint-disable-next-line typescript/unbound-method -- applied to its own client below
const query = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
  const [asked, given] = all
  const { text, values } =
    typeof asked === 'object' && asked !== null ? (asked as pg.QueryConfig) : { text: asked, values: given }
  if (typeof text === 'string') seen?.push({ text, values: (values as unknown[] | undefined) ?? [] })
  return query.apply(this, all)
} as typeof pg.Client.prototype.query

/** The statements that this process sends to databases during `work`, one call of it at a time. */
export const watchStatements = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const mine: Statement[] = []
  seen = mine
  try {
    await work()
  } finally {
    seen = undefined
  }
  return mine
}
