import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isOffice, type Role } from '@remis/domain/kit/endpoint'
import { firstLanguages } from '@remis/domain/texts/built-in-languages'
import { createAppContext, wire, type AppContext } from './app-context.ts'
import { renewIfRestored } from './backup/restored-copy.ts'
import { mendTimeZone } from './backoffice/settings/mend-time-zone.ts'
import { provideLanguages } from './backoffice/languages/provide-languages.ts'
import { dataFolderOf, sayDataFolder } from './embedded-postgres/data-folder.ts'
import { dropRoot } from './embedded-postgres/drop-root.ts'
import { endpoints } from './endpoints.ts'
import { claimAtStart } from './files/claim-storage.ts'
import { makeBroadcaster } from './platform/live/broadcaster.ts'
import { readConfig, type Config } from './platform/runtime/config.ts'
import { awaitDatabase, startPatienceMs } from './platform/database/connection/await-database.ts'
import { connectDatabase, type Database } from './platform/database/database.ts'
import { failpointsFromEnv } from './platform/runtime/failpoint.ts'
import { limitsFromEnv } from './platform/runtime/limits/override-limits.ts'
import { createLogger, logTo, type Logger } from './platform/runtime/logger.ts'
import { isThisMachineOnly } from './platform/http/loopback.ts'
import { checkCategory, checkMode, checkModeFirst, markInstallation } from './platform/database/installation-mark.ts'
import { lockDatabase, lockPatienceMs } from './platform/database/lock-database.ts'
import { migrate } from './platform/database/migrate.ts'
import {
  checkOneDatabase,
  checkFilesMoved,
  checkPort,
  openDatabase,
  type OpenedDatabase,
} from './platform/database/open-database.ts'
import { prepareRuntimeRole } from './platform/database/runtime-role.ts'
import { collectEarly } from './platform/runtime/heap-growth.ts'
import { logOutage } from './platform/runtime/log-outage.ts'
import { report } from './platform/runtime/progress.ts'
import { runServer, type RunningServer } from './platform/runtime/running-server.ts'
import { collectSecurityEvents } from './platform/security/security-events.ts'
import { loadServerSecret } from './platform/sessions/server-secret.ts'
import { startMessage, type StartError } from './platform/runtime/start-error.ts'
import type { Platform } from './platform/http/use-case.ts'
import type { MapsProvider } from './providers/maps/maps-provider.ts'
import { openEmbeddedMaps } from './providers/maps/open-embedded-maps.ts'
import { databaseCounter, openOutsideMaps } from './providers/maps/outside/open-outside-maps.ts'
import { makeSetUpLink } from './setup/set-up-link.ts'
import { warnOfOtherSecret } from './setup/warn-of-other-secret.ts'
import { seedDocuments } from './trial/seed-documents.ts'
import { seedPastTrips } from './trial/seed-past-trips.ts'
import { seedTomorrow } from './trial/seed-tomorrow.ts'
import { seedTrialData } from './trial/seed-trial-data.ts'
import { accountsForConsole } from './trial/trial-accounts.ts'
import { officePasswordOf, setOfficePassword } from './trial/trial-passwords.ts'
import { trialPassword, trialPeople } from './trial/trial-people.ts'

const reportProgress = (text: string): void => report({ kind: 'progress', text })

/** Closing functions of what was opened; called in reverse order. */
const opened: (() => Promise<unknown>)[] = []

const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), new Promise((done) => setTimeout(done, ms).unref())])

const stopped = new AbortController()
let stopping: Promise<void> | undefined
const stop = (exitCode: number): Promise<void> =>
  (stopping ??= (async () => {
    stopped.abort()
    for (const close of opened.toReversed()) await within(2000, close())
    process.exit(exitCode)
  })())

/** Logs to a file when `npm start` runs this process, since its output is for people; else to standard output. */
const openLog = (config: Config, dataDir: string): { log: Logger; logFile: string | undefined } => {
  if (!process.send) return { log: createLogger(config.logLevel), logFile: undefined }
  const logFile = join(dataDir, 'server.log')
  return { log: createLogger(config.logLevel, logTo(logFile)), logFile }
}

/** One process per database until several are supported [design/dispatch-29]. */
const takeDatabase = async (database: OpenedDatabase): Promise<void> => {
  const seconds = (ms: number): string => `up to ${ms / 1000} seconds`
  await awaitDatabase(database.direct, (reason) =>
    reportProgress(`${reason} Waiting for it ${seconds(startPatienceMs)}`),
  )
  const taken = ({ message }: StartError): void => {
    report({ kind: 'failed', message })
    void stop(1)
  }
  const waiting = (): void =>
    reportProgress(
      `Another server has this database: waiting ${seconds(lockPatienceMs)} for it to end, or to be found gone`,
    )
  const lock = await lockDatabase(database.direct, taken, { waiting })
  opened.push(() => lock.release())
  if (database.embedded === undefined) await checkOneDatabase(database.direct, [database.owner, database.connection])
}

/** One line: the server can change what should only be added to. */
const warnOfOwner = ({ mode }: Config, log: Logger): void => {
  const text =
    'The role of DATABASE_URL can change ledger and audit. Set DATABASE_URL to the address with a new role that owns nothing, and DATABASE_OWNER_URL to the one with the role that owns the tables (RUNNING.md).'
  if (mode === 'production') log.warn(text)
  reportProgress(text)
}

const openPlatform = async (config: Config, database: OpenedDatabase, log: Logger): Promise<Platform> => {
  await checkModeFirst(database.owner, config.mode)
  const applied = await migrate(database.owner, undefined, reportProgress)
  if (applied.length > 0) reportProgress(`Prepared the database (${applied.length} steps)`)
  if (!(await prepareRuntimeRole({ owner: database.owner, runtime: database.connection }))) warnOfOwner(config, log)
  const db: Database = connectDatabase({ ...database, limits: config.limits.database, log })
  opened.push(() => db.close())
  await checkMode(db.request, config.mode)
  await checkCategory(db.request, config.mode, config.appCategory)
  const secret = await loadServerSecret(db.request, config.secret)
  const security = collectSecurityEvents(db, log)
  opened.push(() => security.flush())
  return {
    config,
    db,
    log,
    secret,
    security,
    failpoint: failpointsFromEnv(process.env['REMIS_FAILPOINTS'], config.mode),
  }
}

/**
 * Trial data is for this machine only. A trial that others can reach runs in demo mode, which hides contacts, and its
 * office gets a random password [design/access-70].
 */
const fillTrial = async (app: AppContext, embedded: MapsProvider, officePassword: string): Promise<void> => {
  // Thousands of trips of the past: no outside service is asked for them.
  const seeding = { ...app, maps: embedded }
  await seedTrialData(seeding)
  await seedPastTrips(seeding)
  await seedDocuments(seeding)
  await seedTomorrow(seeding)
  await setOfficePassword(app, officePassword)
  if (!isThisMachineOnly(app.config)) await app.settings.change({ AllowCriticalEditsAdmin: false }, null)
}

const prepareProduction = ({ db, config }: AppContext): Promise<void> =>
  db.transact(async (tx) => {
    await markInstallation(tx, 'production', { appcat: config.appCategory })
    await provideLanguages(tx, firstLanguages, config.appCategory)
  })

const writeFleetFile = (config: Config, dataDir: string, officePassword: string): string | undefined => {
  if (config.mode !== 'trial') return undefined
  const file = join(dataDir, 'fleet-accounts.json')
  const account = ({ email, usertype }: { email: string; usertype: Role }) => ({
    email,
    password: isOffice(usertype) ? officePassword : trialPassword,
  })
  const people = trialPeople[config.appCategory]
  const conductor = people.find(({ usertype }) => usertype === 'admin')
  const drivers = people.filter(({ simulated }) => simulated).map(account)
  const riders = people.filter(({ usertype }) => usertype === 'rider').map(account)
  writeFileSync(file, JSON.stringify({ conductor: conductor && account(conductor), drivers, riders }), { mode: 0o600 })
  return file
}

const webFolder = (): string | undefined => {
  const folder = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../web/dist' : '../../web/dist', import.meta.url),
  )
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

const run = async (
  app: AppContext,
  database: OpenedDatabase,
  broadcaster: ReturnType<typeof makeBroadcaster>,
): Promise<RunningServer> => {
  const folder = webFolder()
  const running = await runServer({
    app,
    features: { ...wire(app), served: endpoints },
    direct: database.direct,
    onLive: (live) => broadcaster.connect(live),
    ...(folder === undefined ? {} : { webFolder: folder }),
  })
  opened.push(() => running.stop())
  return running
}

const start = async (): Promise<void> => {
  collectEarly()
  const read = readConfig(process.env)
  const asked: Config = { ...read, limits: limitsFromEnv(process.env['REMIS_LIMITS'], read.mode) }
  await checkPort(asked.host, asked.port)
  const dataDir = asked.databaseUrl === undefined ? dataFolderOf(asked) : asked.dataDir
  checkFilesMoved(asked, dataDir)
  sayDataFolder(asked.dataDir, dataDir, reportProgress)
  // Everything of the server is in one folder, also where it is not the one that was asked for.
  const config: Config = { ...asked, dataDir }
  const root = dropRoot({ dataDir, port: config.port, program: fileURLToPath(import.meta.url) })
  if (root !== undefined) reportProgress(`The server runs as root: ${root}`)
  reportProgress('Starting the database')
  const opening = openDatabase(config, {
    found: (pid) => report({ kind: 'database', pid }),
    progress: reportProgress,
    signal: stopped.signal,
  })
  // Also while it starts: PostgreSQL does not end with this process.
  opened.push(async () => (await opening).close())
  const database = await opening
  const { log, logFile } = openLog(config, database.dataDir)
  database.embedded?.watchOver({
    restarted: () => {
      log.error('the database ended unexpectedly and was restarted')
      report({ kind: 'restarted' })
    },
    gone: (error) => {
      log.fatal({ err: error }, 'the database has ended and cannot be restarted')
      report({
        kind: 'failed',
        message: 'The database keeps ending. Its log is postgres.log in the data folder.',
      })
      void stop(1)
    },
  })
  await takeDatabase(database)
  const platform = await openPlatform(config, database, log)
  const broadcaster = makeBroadcaster()
  const mapOutage = logOutage(log, {
    level: 'warn',
    fails: 'the map engine failed',
    works: 'the map engine works again',
  })
  const embedded = await openEmbeddedMaps({
    dataDir: database.dataDir,
    connection: database.direct,
    owner: database.owner,
    secret: platform.secret.keyFor('place-ids'),
    progress: reportProgress,
    failed: (error) => {
      if (!stopping) mapOutage.failed(error)
    },
    worked: mapOutage.worked,
  })
  opened.push(() => embedded.close())
  const maps = openOutsideMaps({ ...platform, embedded, counter: databaseCounter(platform.db) })
  const app = createAppContext(platform, maps, broadcaster)
  await renewIfRestored(app.db, database.dataDir)
  await claimAtStart(app)
  await warnOfOtherSecret(app, reportProgress)
  await mendTimeZone(app)
  const officePassword = config.mode === 'trial' ? officePasswordOf(config, database.dataDir) : ''
  if (config.mode === 'trial') await fillTrial(app, embedded, officePassword)
  else await prepareProduction(app)
  const { url } = await run(app, database, broadcaster)
  log.info({ url, mode: config.mode, speed: config.simulatedSpeed }, 'the server is running')
  const accounts = config.mode === 'trial' ? accountsForConsole(config, officePassword) : []
  const fleetFile = writeFleetFile(config, database.dataDir, officePassword)
  report({
    kind: 'ready',
    ready: {
      url,
      publicUrl: config.publicUrl,
      dataDir: database.dataDir,
      logFile,
      accounts,
      fleetFile,
      setUpUrl: config.mode === 'production' ? await makeSetUpLink(app) : undefined,
      databasePid: database.embedded?.pid,
    },
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))
// The starter has ended, even by kill -9, and could no longer stop this process.
process.on('disconnect', () => void stop(0))
if (process.send && !process.connected) void stop(0)
process.on('unhandledRejection', (error) => {
  report({ kind: 'failed', message: `Unexpected error: ${String(error)}` })
  void stop(1)
})

start().catch((error: unknown) => {
  // The stop ended what the start was waiting for.
  if (stopping) return
  report({ kind: 'failed', message: startMessage(error) })
  void stop(1)
})
