import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'

const { db, connection } = await databaseFor(import.meta.url)

const read = (id: number) => sql`select * from changing where id = ${id}`.execute(db.request)
const change = async (ddl: string) => {
  const other = new pg.Client(connection)
  await other.connect()
  await other.query(ddl)
  await other.end()
}

beforeAll(() => change('create table changing (id int primary key, name text); insert into changing values (1, $$a$$)'))

describe('repeated statements', () => {
  it('are prepared if they have parameters', async () => {
    for (let n = 0; n < 6; n++) await read(1)
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
      where statement like 'select * from changing%' `.execute(db.request)
    expect(rows).toEqual([{ statement: 'select * from changing where id = $1' }])
  })

  it('are prepared again after a migration of another node has changed their result', async () => {
    for (let n = 0; n < 6; n++) await read(1)
    await change('alter table changing add town text')
    expect((await read(1)).rows).toEqual([{ id: 1, name: 'a', town: null }])
    expect((await read(1)).rows).toEqual([{ id: 1, name: 'a', town: null }])
  })

  it('are prepared again after a value that could not be encoded', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const echo = (word: unknown) => sql<{ word: unknown }>`select ${word}::text as word`.execute(db.request)
    for (let n = 0; n < 3; n++) await echo('a')
    await expect(echo(endless)).rejects.toThrow('circular')
    expect((await echo('b')).rows).toEqual([{ word: 'b' }])
    await expect(db.transact((tx) => sql`select ${endless}::text as word`.execute(tx))).rejects.toThrow('circular')
    expect((await echo('c')).rows).toEqual([{ word: 'c' }])
  })

  it('retry the transaction in which they turn out stale', async () => {
    for (let n = 0; n < 6; n++) await read(1)
    await change('alter table changing add street text')
    let runs = 0
    const rows = await db.transact(async (tx) => {
      runs++
      await sql`update changing set name = name || 'b' where id = ${1}`.execute(tx)
      return (await sql`select * from changing where id = ${1}`.execute(tx)).rows
    })
    expect(rows).toEqual([{ id: 1, name: 'ab', town: null, street: null }])
    expect(runs).toBe(2)
  })
})
