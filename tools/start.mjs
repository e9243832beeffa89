import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { buildIfStale } from './build.mjs'
import { startChild, stopChild, stopChildren } from './children.mjs'
import { onChange } from './dev.mjs'
import { installIfStale } from './install.mjs'
import { isAlive } from './is-alive.mjs'
import { checkNode } from './node-version.mjs'
import { readOptions } from './options.mjs'
import { inRoot, loadEnvFile } from './root.mjs'
import { checkNotRunning } from './running-program.mjs'
import { giveUp, print, total } from './terminal.mjs'

const VITE_PORT = 5173
const LAST_WORDS_MS = 4000

let databasePid
const stopOrphanedDatabase = () => {
  try {
    if (databasePid) process.kill(databasePid, 'SIGINT')
  } catch {
    // It has already ended.
  }
}

/** A large database writes for a while after the server has ended. A copy of its folder before that is damaged. */
const databaseEnded = async () => {
  const begun = Date.now()
  let said = false
  while (databasePid && isAlive(databasePid)) {
    if (!said && Date.now() - begun > 2000) print('· The database is still writing')
    said ||= Date.now() - begun > 2000
    await pause(50)
  }
}

let ending = false
const end = async (code) => {
  if (ending) return
  ending = true
  await stopChildren()
  stopOrphanedDatabase()
  await databaseEnded()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))

// A killed npm sends no signal, and this process would keep running and hold the port.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) void end(0)
}, 500).unref()

loadEnvFile()
const options = readOptions(process.argv.slice(2), process.env)

let fleet
const startFleet = ({ url, fleetFile }) => {
  if (options.fleet === 0 || !fleetFile) return
  const words = ['--url', url, '--speed', options.speed, '--accounts', fleetFile, '--fleet', options.fleet].map(String)
  const program = options.dev
    ? ['--import', 'tsx', 'simulator/start.ts']
    : ['--enable-source-maps', 'simulator/dist/start.mjs']
  const child = startChild('fleet', [...program, ...words], {
    onExit: (code) => {
      if (!ending && fleet?.child === child)
        print(`The simulated drivers stopped (exit code ${code}). Restart to bring them back.`)
    },
  })
  fleet = { child, restart: () => startFleet({ url, fleetFile }) }
}

const restartFleet = async () => {
  if (!fleet) return
  const { child, restart } = fleet
  fleet = undefined
  await stopChild(child)
  if (!ending) restart()
}

const greet = ({ publicUrl, accounts, dataDir, logFile, setUpUrl }) => {
  print(`\nRemis runs at ${publicUrl} (ready after ${total()})\n`)
  const width = Math.max(0, ...accounts.map(({ label }) => label.length))
  for (const { label, email, password } of accounts) print(`  ${label.padEnd(width)}  ${email}  ${password}`)
  if (accounts.length > 0) print('')
  if (setUpUrl) print(`  Set it up within an hour, with this link that works once:\n  ${setUpUrl}\n`)
  const fleet =
    options.fleet > 0 ? `${options.fleet} drivers of the trial fleet are on the road. ` : 'The trial fleet is off. '
  const pace = options.speed === 1 ? 'in real time' : `at ${options.speed} times real time (--speed 1 for real time)`
  if (accounts.length > 0) print(`${fleet}The city runs ${pace}.`)
  print(`Data: ${dataDir}${logFile ? `   Log: ${logFile}` : ''}   Stop: Ctrl-C`)
}

let greeted = false
const onMessage = (message) => {
  if (message.kind === 'database') databasePid = message.pid
  if (message.kind === 'restarted') print('· The database had stopped and runs again')
  if (message.kind === 'progress' && !greeted) print(`· ${message.text}`)
  else if (message.kind === 'failed') {
    process.stderr.write(`\n${message.message}\n`)
    // Gives the server time to exit; one that hangs is stopped.
    if (!options.dev) setTimeout(() => void end(1), LAST_WORDS_MS).unref()
  } else if (message.kind === 'ready' && !greeted) {
    greeted = true
    startFleet(message.ready)
    greet(message.ready)
  } else if (message.kind === 'ready') print('· The server runs again')
}

const serverEnv = () => ({
  REMIS_MODE: options.production ? 'production' : process.env.REMIS_MODE || 'trial',
  SIMULATED_SPEED: String(options.speed),
  ...(options.category === undefined ? {} : { APP_CATEGORY: options.category }),
  ...(options.dev && !process.env.PUBLIC_URL ? { PUBLIC_URL: `http://localhost:${VITE_PORT}` } : {}),
})

const startServer = (onExit) => {
  const program = options.dev
    ? ['--import', 'tsx', 'server/start.ts']
    : [...JSON.parse(readFileSync(inRoot('server/node-options.json'), 'utf8')), 'server/dist/start.mjs']
  const child = startChild('server', program, { channel: true, env: serverEnv(), onExit })
  child.on('message', onMessage)
  return child
}

const serve = () =>
  startServer((code, signal) => {
    if (!ending && signal) process.stderr.write(`\nThe server was ended by ${signal}. Start again: it recovers.\n`)
    void end(code ?? 1)
  })

const develop = () => {
  const port = process.env.PORT || '4000'
  startChild('web', ['node_modules/vite/bin/vite.js', 'web', '--port', String(VITE_PORT), '--strictPort'], {
    env: { REMIS_SERVER: `http://127.0.0.1:${port}` },
    onExit: () => end(1),
  })
  let server = startServer()
  let turn = Promise.resolve()
  onChange((file) => {
    print(`· ${file} has changed`)
    turn = turn.then(async () => {
      if (file.startsWith('simulator/')) return restartFleet()
      await stopChild(server)
      if (!ending) server = startServer()
    })
  })
}

try {
  checkNode()
  await installIfStale(checkNotRunning)
  if (options.dev) develop()
  else {
    await buildIfStale(undefined, checkNotRunning)
    if (!ending) serve()
  }
} catch (error) {
  await stopChildren()
  giveUp(error instanceof Error ? error.message : String(error))
}
