import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFor } from '../../../testing/test-database.ts'
import type { Tx } from '../database.ts'
import { pipelined, queueWrite, writeAtCommit } from './pipeline.ts'

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

const database = (await sql<{ name: string }>`select current_database() as name`.execute(db.jobs)).rows[0]!.name

/**
 * The statements sent to this file's database and their answers (`/name`), in order.
 * Test files share a process, so a server of another file may query its own database meanwhile.
 */
const record = async (work: () => Promise<unknown>): Promise<string[]> => {
  const seen: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own client below
  const ask = pg.Client.prototype.query as (this: pg.Client, ...all: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    const sent = ask.apply(this, all) as Promise<unknown>
    if (this.database !== database) return sent
    const [text] = all
    const name = String(typeof text === 'string' ? text : (text as pg.QueryConfig).text)
      .replace(/\s.*/, '')
      .toLowerCase()
    seen.push(name)
    return sent.finally(() => seen.push(`/${name}`))
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = ask as typeof pg.Client.prototype.query
  }
  return seen
}

describe('a transaction', () => {
  it('waits once for its reads and once for its writes, and keeps their order', async () => {
    const seen = await record(() =>
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
    expect(seen.join(' ')).toBe(`${asked} ${written} /insert /update /insert /delete /commit`)
    expect(await noted()).toEqual([1])
  })

  it('runs pipelined statements in order', async () => {
    await db.transact((tx) => pipelined(Array.from({ length: 20 }, (_, n) => note(tx, n))))
    expect(await noted()).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('rolls back when one of several statements fails, with its error', async () => {
    const failed = db.transact((tx) => pipelined([note(tx, 1), note(tx, 1), note(tx, 2), sql`select 1`.execute(tx)]))
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a write at the commit fails in the database', async () => {
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, () => note(tx, 2))
      await writeAtCommit(tx, () => note(tx, 1))
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('no statement'))],
    [
      'throws',
      () => {
        throw new Error('no statement')
      },
    ],
  ])('commits nothing when a write at the commit %s', async (_, statement) => {
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, statement)
    })
    await expect(failed).rejects.toThrow('no statement')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a value of a write at the commit cannot be encoded', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const failed = db.transact(async (tx) => {
      await note(tx, 1)
      await writeAtCommit(tx, () => note(tx, 2, endless))
    })
    await expect(failed).rejects.toThrow('circular')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a statement that was not awaited has failed', async () => {
    const failed = db.transact(async (tx) => {
      note(tx, 1).catch(() => undefined)
      note(tx, 1).catch(() => undefined)
    })
    await expect(failed).rejects.toThrow('nothing is committed')
    expect(await noted()).toEqual([])
  })

  it('commits nothing when a queued write has failed, and rejects with its error whatever failed after it', async () => {
    const endings: ((tx: Tx) => Promise<unknown>)[] = [
      () => Promise.resolve(),
      (tx) => writeAtCommit(tx, () => note(tx, 3)),
      (tx) => note(tx, 3),
      (tx) => pipelined([note(tx, 3), note(tx, 4)]),
    ]
    for (const afterwards of endings) {
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

  it('rejects with the error of its work, not of a queued write', async () => {
    const failed = db.transact(async (tx) => {
      await queueWrite(tx, note(tx, 1))
      await queueWrite(tx, note(tx, 1))
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await noted()).toEqual([])
  })

  it('runs again as a whole when a prepared statement is gone: no single statement of it is committed', async () => {
    for (let round = 0; round < 20; round++) {
      // prepared at the fourth use at the latest
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

  it('that transact did not open awaits every statement', async () => {
    const failed = db.jobs.transaction().execute(async (tx) => {
      await note(tx, 1)
      const unfit = queueWrite(tx, note(tx, 1))
      await expect(unfit).rejects.toMatchObject({ code: '23505' })
      return unfit
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await noted()).toEqual([])
  })

  it('rejects with what only the commit finds out, and releases its connection', async () => {
    for (let n = 0; n < 20; n++)
      await expect(db.transact((tx) => sql`insert into notes values (1, 'a', 7)`.execute(tx))).rejects.toMatchObject({
        code: '23503',
      })
    expect(await noted()).toEqual([])
  })

  it('refuses statements after its end', async () => {
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

  it('removes a lost connection from the pool', async () => {
    const lost = db.transact(async (tx) => {
      await note(tx, 1)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })
    await expect(lost).rejects.toThrow(/terminat/)
    for (let n = 0; n < 20; n++) await db.transact((tx) => sql`select 1`.execute(tx))
    expect(await noted()).toEqual([])
  })

  it("runs as read committed, whatever the server's default is", async () => {
    const level = await db.transact((tx) =>
      sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
    )
    expect(level.rows).toEqual([{ level: 'read committed' }])
  })
})
