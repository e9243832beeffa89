import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { ownerOfPerson } from '../../platform/http/idempotency.ts'
import { personalRows, rowsOf, type PersonalRows } from './personal-data.ts'

const write = (tx: Tx, rule: PersonalRows, person: string) => {
  const table = sql.table(rule.table)
  if (rule.erase === 'keep') return undefined
  if (rule.erase === 'delete') return sql`delete from ${table} where ${rowsOf(rule, sql`(${person})`)}`.execute(tx)
  const columns = Object.entries(rule.erase).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  return sql`update ${table} set ${sql.join(columns)} where ${rowsOf(rule, sql`(${person})`)}`.execute(tx)
}

/**
 * Removes what is personal of this person from all tables, by the rules of `personalRows`, and marks the row as erased.
 */
export const erasePerson = async (tx: Tx, person: string): Promise<void> => {
  for (const rule of personalRows) await write(tx, rule, person)
  await sql`delete from ${sql.table('idempotency_keys')} where owner = ${ownerOfPerson(person)}`.execute(tx)
  await sql`update ${sql.table('users')} set deleted_at = coalesce(deleted_at, clock_timestamp()),
    erased_at = clock_timestamp() where id = ${person}`.execute(tx)
}
