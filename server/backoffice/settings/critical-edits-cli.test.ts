import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { builtServer } from '../../testing/built-server.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { markInstallation } from '../../platform/database/installation-mark.ts'
import { settingsCache } from './settings-cache.ts'

const database = await databaseFor(import.meta.url)
const { db, connection } = database
const program = await builtServer('critical-edits-cli')

/** Runs the command like `tools/office-command.mjs`. */
const command = (args: readonly string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; output: string }>((done) => {
    const { host, port, user, password, database: name } = connection
    const url = `postgres://${user}:${String(password)}@/${name}?host=${encodeURIComponent(String(host))}&port=${port}`
    const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
      env: { ...process.env, DATABASE_URL: url, ...env },
    })
    let output = ''
    child.stdout.on('data', (data) => (output += String(data)))
    child.stderr.on('data', (data) => (output += String(data)))
    child.on('exit', (code) => done({ code, output }))
  })

const on = async () => (await settingsCache(db).current()).AllowCriticalEditsAdmin

it('switches critical edits off and on, prints the result, and leaves an audit row each time', async () => {
  expect(await command(['off'])).toEqual({ code: 0, output: 'Critical edits are off.\n' })
  expect(await on()).toBe(false)
  expect(await command(['off'])).toEqual({ code: 0, output: 'Critical edits are off already.\n' })
  expect(await command(['on'])).toEqual({ code: 0, output: 'Critical edits are on.\n' })
  expect(await on()).toBe(true)
  const audit = await db.request.selectFrom('audit_log').selectAll().orderBy('id').execute()
  expect(audit.map(({ action, actor_role, data }) => [action, actor_role, (data as { on: boolean }).on])).toEqual([
    ['settings.critical-edits', 'system', false],
    ['settings.critical-edits', 'system', true],
  ])
}, 120_000)

it('refuses unknown arguments, and to open a trial that is reachable from outside', async () => {
  for (const args of [[], ['yes'], ['on', 'off']]) {
    const { code, output } = await command(args)
    expect([code, output]).toEqual([1, 'Usage: npm run critical-edits on|off\n'])
  }
  await command(['off'])
  await db.transact((tx) => markInstallation(tx, 'trial', {}))
  const { code, output } = await command(['on'], { HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(output).toContain('keeps critical edits off')
  expect(await on()).toBe(false)
}, 120_000)

it('opens a production installation that is reachable from outside, also without REMIS_MODE [design/access-13]', async () => {
  await command(['off'])
  await sql`delete from installation_marks`.execute(db.request)
  await db.transact((tx) => markInstallation(tx, 'production', {}))
  expect(await command(['on'], { HOST: '0.0.0.0' })).toEqual({ code: 0, output: 'Critical edits are on.\n' })
  expect(await on()).toBe(true)
}, 120_000)

it('is refused where the database lacks a migration, and does not migrate it [design/data-96]', async () => {
  const { rows } = await sql<{ name: string }>`delete from migrations
    where name = (select max(name) from migrations) returning name`.execute(db.request)
  try {
    const { code, output } = await command(['off'])
    expect([code, output]).toEqual([
      1,
      'The database is not migrated to this version. Start Remis (or restart it), then run this again.\n',
    ])
  } finally {
    await sql`insert into migrations (name) values (${rows[0]?.name})`.execute(db.request)
  }
}, 120_000)
