import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { foundPeople, selectFound } from './people-search-store.ts'

const { db } = await databaseFor(import.meta.url)

describe('the search for people [backoffice-21]', () => {
  it('reads indexes only, in a plan for all values too [design/access-97]', async () => {
    await sql`insert into users (id, first_name, last_name, email, mobile, usertype, referral_id, approved)
      select gen_random_uuid(), 'Filler', md5(n::text), 'filler' || n || '@example.org', '+1555' || (1000000 + n), 'rider',
        'filler' || n, true from generate_series(1, 10000) n`.execute(db.jobs)
    await sql`analyze users`.execute(db.jobs)
    const search = { words: '4567', withContacts: true, fleet: null, most: 8 }
    const lines: string[] = []
    await db.transact(async (tx) => {
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      const { sql: text, parameters } = foundPeople(search).compile(tx)
      const values = parameters.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', ')
      await sql.raw(`prepare found as ${text}`).execute(tx)
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain execute found(${values})`).execute(tx)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
      await sql`deallocate found`.execute(tx)
    })
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
    expect(await selectFound(db.request, search)).toHaveLength(1)
    await sql`update users set deleted_at = now() where mobile like '%4567'`.execute(db.jobs)
    expect(await selectFound(db.request, search)).toEqual([])
    expect(await selectFound(db.request, { ...search, archivedToo: true })).toHaveLength(1)
    // 10,000 rows with their words
  }, 180_000)
})
