import { userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { connectDatabase } from '../platform/database/database.ts'
import { isMigrated, setUpDirect } from '../platform/database/migrate.ts'
import { openRunningOrOwn } from '../platform/database/running-database.ts'
import { readConfig } from '../platform/runtime/config.ts'
import { createLogger } from '../platform/runtime/logger.ts'
import { giveMaps } from '../embedded-postgres/drop-root.ts'
import { openServices } from '../providers/maps/outside/open-outside-maps.ts'
import { readMapsCommand } from './maps-command.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopped.abort(new Error('Stopped. The map is as it was before.')))

/** `npm run maps:<command>`: prints each step, then one line with the result or the error. */
const run = async (): Promise<void> => {
  const [command, ...args] = process.argv.slice(2)
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  const work = readMapsCommand(command, args, folder)
  const config = readConfig(process.env)
  const began = Date.now()
  const database = await openRunningOrOwn(config, { signal: stopped.signal, mayCreate: true })
  const { connection } = database
  const pool = poolOn(connection)
  const db = connectDatabase({ connection, limits: config.limits.database, log: createLogger('error') })
  try {
    process.exitCode = await work({
      dir: join(database.dataDir, 'maps'),
      sql: pool,
      db,
      appCategory: config.appCategory,
      isMigrated: () => isMigrated(connection),
      operator: userInfo().username,
      ask: process.stdin.isTTY && process.stdout.isTTY ? askAtTerminal : undefined,
      signal: stopped.signal,
      progress: (line) => console.log(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${line}`),
      print: (line) => console.log(line),
      services: (center) => openServices({ config, center: () => center }).services,
    })
  } finally {
    giveMaps(database.dataDir)
    await Promise.all([pool.end(), db.close()])
    await database.close()
  }
}

/** True for an answer that begins with y. A signal and the end of the input count as no. */
const askAtTerminal = (question: string): Promise<boolean> =>
  new Promise((answer) => {
    if (stopped.signal.aborted) return answer(false)
    // Without `terminal` the keys of the terminal keep their meaning: Ctrl-C is a signal.
    const lines = createInterface({ input: process.stdin, terminal: false })
    const stop = () => lines.close()
    process.stdout.write(question)
    stopped.signal.addEventListener('abort', stop, { once: true })
    lines.once('line', (line) => {
      answer(/^\s*y/i.test(line))
      lines.close()
    })
    lines.once('close', () => {
      stopped.signal.removeEventListener('abort', stop)
      process.stdin.pause()
      answer(false)
    })
  })

const poolOn = (connection: pg.PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    ...connection,
    max: 2,
    connectionTimeoutMillis: 10_000,
    application_name: 'maps-import',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: setUpDirect,
  })
  pool.on('error', () => undefined)
  return pool
}

try {
  await run()
} catch (error) {
  console.error(`maps:${process.argv[2]}: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
