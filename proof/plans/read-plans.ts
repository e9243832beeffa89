import type { Statement } from '@remis/server/testing/large-city/watch-statements'
import type pg from 'pg'

/** What PostgreSQL reads or sorts as a whole. */
export interface Whole {
  /** the table that is read, or the rows that are sorted */
  readonly what: string
  readonly rows: number
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly Node[]
}

const wholesOf = (node: Node): Whole[] => {
  const [below] = node.Plans ?? []
  return [
    ...(node['Node Type'] === 'Seq Scan' ? [{ what: node['Relation Name'] ?? '', rows: node['Plan Rows'] }] : []),
    ...(node['Node Type'] === 'Sort' ? [{ what: 'sort', rows: below?.['Plan Rows'] ?? 0 }] : []),
    ...(node.Plans ?? []).flatMap(wholesOf),
  ]
}

const isRead = ({ text }: Statement): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\bfor update\b|nextval/i.test(text)

/** The plan of each statement that only reads, as the pool of lists has it made: for its values. */
export const readPlans = async (
  client: pg.Client,
  statements: readonly Statement[],
): Promise<{ readonly statement: Statement; readonly wholes: readonly Whole[] }[]> => {
  await client.query('set plan_cache_mode = force_custom_plan')
  await client.query('set random_page_cost = 1.1')
  const plans: { statement: Statement; wholes: Whole[] }[] = []
  for (const statement of statements.filter(isRead)) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (format json) ${statement.text}`,
      [...statement.values],
    )
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (plan !== undefined) plans.push({ statement, wholes: wholesOf(plan.Plan) })
  }
  return plans
}
