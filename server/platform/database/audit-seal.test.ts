import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { databaseFor } from '../../testing/test-database.ts'
import { findBroken } from '../../verify/verify.ts'
import { auditSurveys } from '../../verify/audit.ts'
import { addAudit } from './audit.ts'
import { sealAudit } from './audit-seal.ts'
import type { Tx } from './database.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
database.expectBroken()

const add = (tx: Tx, subject: string) => addAudit(tx, { actor: 'system', action: 'test', subject, data: { n: 1 } })
const addCommitted = (subject: string) => db.transact((tx) => add(tx, subject))
const broken = async () => (await findBroken(db.lists, auditSurveys)).flatMap(({ rows }) => rows)

describe('the seals of the audit [design/data-62]', () => {
  it('cover each row once, in a chain that verify confirms', async () => {
    expect(await sealAudit(db)).toBeUndefined()
    await addCommitted('a')
    await addCommitted('b')
    const first = await sealAudit(db)
    expect(await sealAudit(db)).toBeUndefined()
    await addCommitted('c')
    const second = await sealAudit(db)
    expect(second?.upto).toBeGreaterThan(first?.upto ?? 0)
    expect(second?.hash).toMatch(/^[\da-f]{64}$/)
    expect(second?.hash).not.toBe(first?.hash)
    expect(await broken()).toEqual([])
  })

  it('wait for a row that is not committed yet, which has a lower id', async () => {
    let sealed: ReturnType<typeof sealAudit> | undefined
    let order = ''
    await db.transact(async (tx) => {
      await add(tx, 'slow')
      sealed = sealAudit(db)
      void sealed.then(() => (order += 'sealed'))
      await new Promise((done) => setTimeout(done, 300))
      order += 'committed '
    })
    const { rows } = await sql<{ last: number }>`select max(id) as last from audit_log`.execute(db.request)
    expect(await sealed).toMatchObject({ upto: rows[0]?.last })
    expect(order).toBe('committed sealed')
    expect(await broken()).toEqual([])
  })

  describe('name the seal that no longer fits', () => {
    class Undo extends Error {}
    const brokenAfter = async (change: ReturnType<typeof sql>) => {
      let found: string[] = []
      await db
        .transact(async (tx) => {
          for (const table of ['audit_log', 'audit_seals'])
            await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
          await change.execute(tx)
          found = (await findBroken(tx, auditSurveys)).flatMap(({ rows }) => rows)
          throw new Undo()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error
        })
      return found
    }
    beforeEach(async () => {
      await addCommitted('x')
      await sealAudit(db)
    })

    it.each([
      ['a changed row', sql`update audit_log set subject = 'z' where id = (select min(id) from audit_log)`],
      [
        'a changed time',
        sql`update audit_log set at = at - interval '1 second' where id = (select min(id) from audit_log)`,
      ],
      ['a deleted row', sql`delete from audit_log where id = (select max(id) from audit_log)`],
      [
        'a row added before the last seal',
        sql`insert into audit_log (id, actor_role, action, subject) overriding system value values (0, 'admin', 'a', 'b')`,
      ],
      ['a deleted seal', sql`delete from audit_seals where id = (select min(id) from audit_seals)`],
      ['a changed seal', sql`update audit_seals set hash = sha256('x') where id = (select max(id) from audit_seals)`],
    ])('%s', async (_, change) => {
      expect(await brokenAfter(change)).not.toEqual([])
    })
  })
})

it.each(['ledger_transactions', 'ledger_entries', 'audit_log', 'audit_seals', 'day_closes'])(
  '%s cannot be emptied',
  async (table) => {
    await expect(sql.raw(`truncate ${table} cascade`).execute(db.jobs)).rejects.toMatchObject({
      constraint: 'ledger_is_append_only',
    })
  },
)
