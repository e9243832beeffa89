import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import { advisoryLocks } from './schema/advisory-locks.ts'

const rowsPerSeal = 10_000

/** The text of an audit row that is hashed: every column, as one JSON array. */
const rowText = sql`jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.actor_role,
  a.address, a.action, a.subject, a.data)::text`

/** SHA-256 of the seal before and of the rows of this one, in the order of their ids. */
export const hashOfRows = (before: RawBuilder<unknown>): RawBuilder<Buffer> =>
  sql`sha256(coalesce(${before}, ''::bytea) || convert_to(coalesce(string_agg(${rowText}, E'\n' order by a.id), ''), 'UTF8'))`

export interface Seal {
  readonly id: number
  /** id of the last audit row that it covers */
  readonly upto: number
  /** hexadecimal */
  readonly hash: string
}

/**
 * Seals the audit rows since the last seal: each seal contains the hash of the one before, so that a changed, inserted
 * or deleted row breaks the chain [design/data-62]. Waits for transactions with rows that are not committed yet: they
 * have ids below. undefined when there is nothing to seal. May run on several nodes.
 */
export const sealAudit = (db: Database): Promise<Seal | undefined> =>
  db.transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.audit})`.execute(tx)
    const { rows } = await sql<Seal>`
      with last as (select upto, hash from audit_seals order by id desc limit 1),
        a as (select * from audit_log where id > coalesce((select upto from last), 0) order by id limit ${rowsPerSeal})
      insert into audit_seals (upto, sealed, hash)
      select max(a.id), count(*), ${hashOfRows(sql`(select hash from last)`)} from a having count(*) > 0
      returning id, upto, encode(hash, 'hex') as hash`.execute(tx)
    return rows[0]
  })
