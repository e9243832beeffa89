import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { foldText } from '@remis/domain/kit/fold-text'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { shortFolder } from '../../testing/global-setup/cluster.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { migrate, type DatabaseAddress } from './migrate.ts'
import { migrations } from './migrations.ts'
import { databaseEnv } from '../../embedded-postgres/cluster.ts'
import { findRunUser } from '../../embedded-postgres/run-user.ts'

const database = await databaseFor(import.meta.url)

const queryOnce = async (connection: pg.ClientConfig, text: string): Promise<{ rows: unknown[] }> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

describe('migrations', () => {
  it('are all in the list, in the order of their numbers', () => {
    const folder = join(import.meta.dirname, 'migrations')
    const files = readdirSync(folder).flatMap((part) => readdirSync(join(folder, part)))
    expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted())
  })

  it('are applied once and atomically by three servers that start at once', async () => {
    const more = [...migrations, { name: '900-more', up: 'create table more (n integer)' }]
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.connection, more)))
    expect(applied.flat()).toEqual(['900-more'])
    const broken = [...more, { name: '901-broken', up: 'create table half (n integer); select no_such_thing()' }]
    await expect(migrate(database.connection, broken)).rejects.toThrow('The migration 901-broken failed')
    const { rows } = await queryOnce(database.connection, `select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
    await expect(migrate(database.connection, migrations)).rejects.toThrow(
      '900-more, which this version of Remis does not have',
    )
  })

  it('are reported one by one on a database in use, and so is the wait for another process', async () => {
    const more = [...migrations, ...['900-more', '902-and-more'].map((name) => ({ name, up: 'select' }))]
    const holder = new pg.Client(database.connection)
    await holder.connect()
    await holder.query('select pg_advisory_lock(7000001)')
    const lines: string[] = []
    const migrating = migrate(database.connection, more, (line) => lines.push(line))
    await expect.poll(() => lines).toEqual(['Another process migrates the database: waiting for it to end'])
    await holder.end()
    await migrating
    expect(lines.at(-1)).toMatch(/^Migrating the database, step (\d) of \1: 902-and-more$/)
    await queryOnce(database.connection, `delete from migrations where name = '902-and-more'`)
  })

  it('have no time limit, also when the role has a statement_timeout [design/data-90]', async () => {
    const limited = { ...database.connection, options: '-c statement_timeout=200' }
    await expect(queryOnce(limited, 'select pg_sleep(1)')).rejects.toThrow('statement timeout')
    const more = [
      ...migrations,
      { name: '900-more', up: 'create table if not exists more (n integer)' },
      { name: '901-slow', up: 'select pg_sleep(1)' },
    ]
    expect(await migrate(limited, more)).toContain('901-slow')
  })

  it('explain in one line why the address does not work, without the password', async () => {
    const { host, ...rest } = inject('cluster')
    const table: [DatabaseAddress, RegExp][] = [
      [{ ...rest, host: '127.0.0.1', port: 1 }, /nothing is listening there. Check DATABASE_URL\.$/],
      [{ ...rest, host: '/nowhere', variable: null }, /no such socket. Read postgres.log in the data folder\.$/],
      [
        { ...rest, host, password: 'secret-word', variable: 'DATABASE_OWNER_URL' },
        /wrong user or password. Check DATABASE_OWNER_URL\.$/,
      ],
      [{ ...rest, host, database: 'absent' }, /no such database. Check DATABASE_URL\.$/],
    ]
    for (const [connection, message] of table) {
      const error = await migrate(connection).catch((thrown: Error) => thrown)
      expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(message) as string })
      expect(String(error)).not.toContain('secret-word')
    }
  })
})

const SYSTEM = '/usr/lib/postgresql'
const oldest = existsSync(SYSTEM) ? readdirSync(SYSTEM).find((version) => Number(version) >= 15) : undefined

describe('a PostgreSQL of the system (15 or later)', () => {
  it.skipIf(oldest === undefined)('accepts the migrations', async () => {
    const dataDir = shortFolder()
    const user = findRunUser(dataDir)
    const bin = join(SYSTEM, oldest ?? '', 'bin')
    const folder = join(dataDir, 'system')
    mkdirSync(folder, { mode: 0o700 })
    chownSync(folder, user.uid, user.gid)
    const run = (program: string, ...words: string[]) => {
      const ran = spawnSync(join(bin, program), words, {
        ...user.spawn,
        env: databaseEnv(),
        encoding: 'utf8',
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      if (ran.status !== 0) throw new Error(`${program}: ${ran.stderr}`)
    }
    const data = join(folder, 'data')
    run('initdb', '-D', data, '-U', 'app', '--encoding=UTF8', '--locale=C', '--auth=trust')
    run(
      'pg_ctl',
      '-D',
      data,
      '-w',
      '-l',
      join(folder, 'log'),
      '-o',
      `-c listen_addresses= -k ${folder} -c fsync=off`,
      'start',
    )
    try {
      const connection = { host: folder, port: 5432, user: 'app', database: 'postgres' }
      expect(await migrate(connection)).toEqual(migrations.map(({ name }) => name))
      // lower() of a database with the locale C knows ASCII letters only [design/data-110]
      const texts = ['José ÇELİK', 'ISPARTA Işık', 'Ёжик ІВАН', 'ΓΙΏΡΓΟΣ Ωμέγα', 'ŁÓDŹ ØRSTED', 'أحمد שָׁלוֹם 王伟']
      const list = texts.map((text) => `'${text}'`).join()
      const { rows } = await queryOnce(connection, `select fold_text(said) as folded from unnest(array[${list}]) said`)
      expect(rows).toEqual(texts.map((text) => ({ folded: foldText(text) })))
    } finally {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
