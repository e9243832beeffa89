import { sql } from 'kysely'
import { liftStatementLimit, type Tx } from '../platform/database/database.ts'

/** Waits, for at most 60 s, until no other starting server fills the city. */
export const seedAlone = async (tx: Tx, lock: number): Promise<void> => {
  await liftStatementLimit(tx)
  await sql`set local lock_timeout = '60s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
}
