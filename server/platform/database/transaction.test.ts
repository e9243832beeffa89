import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import type { Tx } from './database.ts'
import { pipelined } from './pipelined.ts'
import { queueWrite, writeAtCommit } from './transaction.ts'

const { db } = await databaseFor(import.meta.url)

beforeAll(async () => {
  await sql`create table notes (id int primary key, word text, even int references notes (id) deferrable initially deferred)`.execute(
    db.jobs,
  )
})
beforeEach(async () => {
  await sql`truncate notes`.execute(db.jobs)
})

const note = (tx: Tx, id: number, word: unknown = 'a') => sql`insert into notes values (${id}, ${word})`.execute(tx)
const noted = async () =>
  (await sql<{ id: number }>`select id from notes order by id`.execute(db.jobs)).rows.map(({ id }) => id)

/** Writes to connections of the request pool and answers of theirs, as they come. */
const listen = async (work: () => Promise<unknown>): Promise<string[]> => {
  const heard: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own client below
  const ask = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    const [text] = all
    const name = String(typeof text === 'string' ? text : (text as pg.QueryConfig).text)
      .replace(/\s.*/, '')
      .toLowerCase()
    heard.push(name)
    return (ask.apply(this, all) as Promise<unknown>).finally(() => heard.push(`/${name}`))
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = ask as typeof pg.Client.prototype.query
  }
  return heard
}

describe('a transaction', () => {
  it('waits for the database once to read and once to write, and keeps the order', async () => {
    const heard = await listen(() =>
      db.transact(async (tx) => {
        await pipelined([sql`select 1`.execute(tx), sql`values (1)`.execute(tx)])
        await writeAtCommit(tx, () => sql`delete from notes where id = 2`.execute(tx))
        await queueWrite(tx, note(tx, 1))
        await queueWrite(tx, sql`update notes set id = id + 1 where id = 1 or id = 2`.execute(tx))
        await queueWrite(tx, note(tx, 1))
      }),
    )
    const asked = 'start select values /start /select /values'
    const written = 'insert update insert delete commit'
    expect(heard.join(' ')).toBe(`${asked} ${written} /insert /update /insert /delete /commit`)
    expect(await noted()).toEqual([1])
  })

  it('keeps the order in which it was asked', async () => {
    await db.transact((tx) => pipelined(Array.from({ length: 20 }, (_, n) => note(tx, n))))
    expect(await noted()).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('leaves nothing behind when one of several statements fails, and says which', async () => {
    const failed = db.transact((tx) => pipelined([note(tx, 1), note(tx, 1), note(tx, 2), sql`select 1`.execute(tx)]))
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it('commits nothing when what was said last fails in the database', async () => {
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, () => note(tx, 2))
      await writeAtCommit(tx, () => note(tx, 1))
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it.each([
    ['cannot be made', () => Promise.reject(new Error('no statement'))],
    [
      'throws',
      () => {
        throw new Error('no statement')
      },
    ],
  ])('commits nothing when what was to be said last %s', async (_, statement) => {
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, statement)
    })
    await expect(failed).rejects.toThrow('no statement')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a value of what was said last cannot be sent', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, () => note(tx, 2, endless))
    })
    await expect(failed).rejects.toThrow('circular')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a statement has failed that nobody waited for', async () => {
    const failed = db.transact(async (tx) => {
      note(tx, 1).catch(() => undefined)
      note(tx, 1).catch(() => undefined)
    })
    await expect(failed).rejects.toThrow('nothing is committed')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when what it did not wait for has failed, and says that, whatever failed for it', async () => {
    const ways: ((tx: Tx) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      (tx) => writeAtCommit(tx, () => note(tx, 3)),
      (tx) => note(tx, 3),
      (tx) => pipelined([note(tx, 3), note(tx, 4)]),
    ]
    for (const afterwards of ways) {
      const failed = db.transact(async (tx) => {
        await note(tx, 1)
        await queueWrite(tx, note(tx, 2))
        await queueWrite(tx, note(tx, 1))
        await afterwards(tx)
      })
      await expect(failed).rejects.toMatchObject({ code: '23505' })
      expect(await noted()).toEqual([])
    }
  })

  it('says what its work failed with, not what failed unheard', async () => {
    const failed = db.transact(async (tx) => {
      await queueWrite(tx, note(tx, 1))
      await queueWrite(tx, note(tx, 1))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await noted()).toEqual([])
  })

  it('runs again as a whole when a prepared statement is gone: no statement of it is ever committed by itself', async () => {
    for (let round = 0; round < 20; round++) {
      // prepared by the fourth time at the latest
      for (let n = 0; n < 5; n++) await db.transact((tx) => note(tx, 10 + n))
      await db.transact((tx) => sql`deallocate all`.execute(tx))
      const failed = db.transact(async (tx) => {
        await queueWrite(tx, note(tx, 1))
        await writeAtCommit(tx, () => note(tx, 1))
      })
      await expect(failed).rejects.toMatchObject({ code: '23505' })
      expect(await noted()).toEqual([10, 11, 12, 13, 14])
      await sql`truncate notes`.execute(db.jobs)
    }
  })

  it('of another kind waits for every statement', async () => {
    const failed = db.jobs.transaction().execute(async (tx) => {
      await note(tx, 1)
      const unfit = queueWrite(tx, note(tx, 1))
      await expect(unfit).rejects.toMatchObject({ code: '23505' })
      return unfit
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it('hears what only the commit finds out, and lends its connection on', async () => {
    for (let n = 0; n < 20; n++)
      await expect(db.transact((tx) => sql`insert into notes values (1, 'a', 7)`.execute(tx))).rejects.toMatchObject({
        code: '23503',
      })
    expect(await noted()).toEqual([])
  })

  it('takes no statement after its end', async () => {
    let kept: Tx | undefined
    await db.transact(async (tx) => void (kept = tx))
    await expect(note(kept!, 1)).rejects.toThrow('the transaction is over')
    const broken = db.transact(async (tx) => {
      kept = tx
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    await expect(note(kept!, 1)).rejects.toThrow('the transaction is over')
    expect(await noted()).toEqual([])
  })

  it('gives a lost connection back to nobody', async () => {
    const lost = db.transact(async (tx) => {
      await note(tx, 1)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(lost).rejects.toThrow(/terminat/)
    for (let n = 0; n < 20; n++) await db.transact((tx) => sql`select 1`.execute(tx))
    expect(await noted()).toEqual([])
  })

  it('reads no more than what is committed, whatever the server is set to', async () => {
    const level = await db.transact((tx) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
    )
    expect(level.rows).toEqual([{ level: 'read committed' }])
  })
})
