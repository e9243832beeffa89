import { databaseFor } from '@remis/server/testing/test-database'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { changedTables, digestsOf, type BusinessDigest } from './business-digest.ts'

const { db } = await databaseFor(import.meta.url)
let digest: () => Promise<BusinessDigest>
let first: BusinessDigest

beforeAll(async () => {
  await sql`insert into cancel_reasons (id, label, position)
    select gen_random_uuid(), 'reason ' || n, (select count(*) from cancel_reasons) + n - 1 from generate_series(1, 3) n`.execute(
    db.jobs,
  )
  digest = await digestsOf(db.jobs)
  first = await digest()
})

const since = async () => changedTables(first, await digest())

it('notices a row that was changed, removed or added, until it is as before', async () => {
  expect(await since()).toEqual([])
  await sql`update cancel_reasons set label = 'another' where label = 'reason 1'`.execute(db.jobs)
  expect(await since()).toEqual(['cancel_reasons'])
  await sql`update cancel_reasons set label = 'reason 1' where label = 'another'`.execute(db.jobs)
  expect(await since()).toEqual([])
  await sql`create table kept as select * from cancel_reasons where label = 'reason 2'`.execute(db.jobs)
  await sql`delete from cancel_reasons where label = 'reason 2'`.execute(db.jobs)
  expect(await since()).toEqual(['cancel_reasons'])
  await sql`insert into cancel_reasons select * from kept`.execute(db.jobs)
  expect(await since()).toEqual([])
})

it('leaves out what a refused call may write', async () => {
  await sql`insert into audit_log (actor_role, address, action, subject, data) values ('system', '', 'x', 'x', '{}')`.execute(
    db.jobs,
  )
  expect(await since()).toEqual([])
})
