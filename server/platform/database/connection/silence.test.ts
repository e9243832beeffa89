import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSilentProxy } from '../../../testing/silent-proxy.ts'
import { databaseFor, patientLimits } from '../../../testing/test-database.ts'
import { openRelay } from '../../live/outbox-relay.ts'
import { createLogger } from '../../runtime/logger.ts'
import { connectDatabase, liftStatementLimit } from '../database.ts'
import { openDirect } from '../migrate.ts'

const { connection } = await databaseFor(import.meta.url)
const log = createLogger('silent')

const proxied = async () => {
  const proxy = await openSilentProxy(join(String(connection.host), `.s.PGSQL.${connection.port}`))
  onTestFinished(() => proxy.close())
  return { proxy, through: { ...connection, host: proxy.host, port: proxy.port } }
}
const open = async () => {
  const { proxy, through } = await proxied()
  const limits = { ...patientLimits, statementMs: 500, listStatementMs: 500, silenceMs: 500 }
  const db = connectDatabase({ connection: through, limits, log })
  onTestFinished(() => db.close())
  return { proxy, db }
}
const one = sql<{ one: number }>`select 1 as one`

it('calls and the event stream replace a silent connection [design/data-92]', async () => {
  const { proxy, db } = await open()
  const uses = [() => db.transact((tx) => one.execute(tx)), () => one.execute(db.request), () => one.execute(db.live)]
  for (const use of uses) {
    await use()
    proxy.silence()
    await expect(use()).rejects.toThrow('the database does not answer')
    expect((await use()).rows).toEqual([{ one: 1 }])
  }
})

it('does not close the connection of a transaction without a statement limit', async () => {
  const { db } = await open()
  await db.transact(async (tx) => {
    await liftStatementLimit(tx)
    await sql`select pg_sleep(2)`.execute(tx)
  })
  // the next transaction on this connection has a limit again
  await expect(db.transact((tx) => sql`select pg_sleep(2)`.execute(tx))).rejects.toThrow('statement timeout')
})

it('the event relay replaces a silent connection and takes its lock again [design/data-92]', async () => {
  const { proxy, through } = await proxied()
  const relay = openRelay({ connection: through, batch: 10, log, silenceMs: 500 })
  onTestFinished(() => relay.stop())
  await expect.poll(async () => (await relay.number(), relay.holds)).toBe(true)
  proxy.silence()
  expect(await relay.number()).toBe(undefined)
  expect(relay.holds).toBe(false)
})

it('PostgreSQL probes direct connections, so that the locks of a lost machine end [design/data-93]', async () => {
  const client = await openDirect(connection, 'test')
  onTestFinished(() => client.end())
  // their values read 0 on a Unix socket
  const { rows } = await client.query(
    `select name from pg_settings where name like 'tcp\\_%' and source = 'session' order by name`,
  )
  expect(rows.map(({ name }: { name: string }) => name)).toEqual([
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
    'tcp_user_timeout',
  ])
})
