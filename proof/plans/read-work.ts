import type { Statement } from '@remis/server/testing/large-city/watch-statements'
import type pg from 'pg'

/** Rows of one table that a statement touches, those included that a filter throws away. */
export interface Touched {
  readonly table: string
  readonly rows: number
}

interface Node {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Node[]
}

const touchedBy = (node: Node): Touched[] => {
  const perLoop =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const table = node['Relation Name']
  return [
    ...(table === undefined ? [] : [{ table, rows: perLoop * (node['Actual Loops'] ?? 1) }]),
    ...(node.Plans ?? []).flatMap(touchedBy),
  ]
}

/**
 * Statements that look for rows. An insert of given values would find its row there; locks of a session outlive the
 * rollback below.
 */
const isMeasured = ({ text }: Statement): boolean =>
  /^\s*(select|with|update|delete)\b/i.test(text) && !/advisory_lock|\binsert into\b/i.test(text)

/** Runs each statement again, in a transaction that is rolled back, and counts the rows it touches. */
export const readWork = async (
  client: pg.Client,
  statements: readonly Statement[],
): Promise<{ readonly statement: Statement; readonly touched: readonly Touched[] }[]> => {
  const work: { statement: Statement; touched: Touched[] }[] = []
  for (const statement of statements.filter(isMeasured)) {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (analyze, format json) ${statement.text}`,
      [...statement.values],
    )
    await client.query('rollback')
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (plan !== undefined) work.push({ statement, touched: touchedBy(plan.Plan) })
  }
  return work
}
