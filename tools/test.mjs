import { existsSync, mkdtempSync, readdirSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { installIfStale, npmCommand } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { keepTemporaryFilesInMemory } from './memory-folder.mjs'
import { inRoot, readWorkspaces } from './root.mjs'
import { giveUp, print, total } from './terminal.mjs'
import {
  bin,
  check,
  count,
  countsLine,
  failed,
  failedTests,
  failures,
  runStories,
  skippedTests,
  stopAll,
  triedTwice,
  vitest,
} from './test-run.mjs'
import { checkTypes } from './types.mjs'

/** Journey projects, the longest first. */
const STORIES = ['journeys', 'cities', 'tables', 'accounts', 'office', 'money', 'dispatch', 'delivery']
const UNIT = ['domain', 'atlas', 'web', 'web-mocks', 'simulator', 'checks', 'server', 'proof']

const checks = async () => {
  await checkTypes(check)
  // One thread uses half the CPU time, because threads repeat shared work, as with the types.
  await check('lint', bin('oxlint', '--threads=1'), { env: { GOGC: '400', GOMAXPROCS: '1' } })
  await check(
    'format',
    bin('prettier', '--check', '.', '--log-level', 'warn', '--cache', '--cache-location', '.cache/prettier'),
  )
  await check('plain English', [process.execPath, inRoot('tools/checks/plain-english.mjs')])
  await check('import rules', bin('depcruise', '--config', '.dependency-cruiser.cjs', ...readWorkspaces()))
  await check('dead code', bin('knip', '--config', 'tools/knip.json'))
  await check('lockfile', [...npmCommand(), 'ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'])
}

const build = async () => {
  try {
    await buildIfStale()
    count.passed++
    return true
  } catch (error) {
    failed('build', error.message)
    return false
  }
}

/** Both browsers of the journeys; false when one cannot be installed. */
const installBrowsers = async () => {
  const installed = (await ensureChromium()) && (await ensureChromium({ whole: true }))
  if (!installed)
    failed('journeys', 'no Chromium. Install it (Debian: apt-get install chromium-headless-shell chromium)')
  return Boolean(installed)
}

/**
 * Builds, then runs the tests and the journeys. Two workers of the other tests run beside the checks, then beside one
 * lane of journeys, which gets a second one when the tests are done. One lane keeps a core busy: with three of them a
 * story takes almost three times as long, and the run ends no sooner. Returns whether journeys were run. The browsers
 * of a new machine are installed meanwhile.
 */
const buildAndTest = async (lane, browsers, checked) => {
  const built = await build()
  const runLane = async () => {
    await checked
    if (built && (await browsers)) await lane()
  }
  const unit = vitest('unit', UNIT, { VITEST_MAX_WORKERS: '2' })
  await Promise.all([runLane(), unit.then(runLane)])
  return built && (await browsers)
}

/** Verifies the invariants in the database of each city that the journeys used. */
const verifyJourneys = async (folder) => {
  const used = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'postgres')))
  if (used.length === 0) failed('verify', 'the journeys left no database to look at')
  const left = [...used]
  const verifyNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const env = { DATA_DIR: join(folder, name) }
      await check(`verify ${name}`, [process.execPath, inRoot('server/dist/verify-cli.mjs')], { env })
    }
  }
  await Promise.all([verifyNext(), verifyNext()])
}

/** A folder that the database's user can enter, wherever the project is. */
const makeDataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-journeys-'))
  chmodSync(folder, 0o711)
  return folder
}

/** A lane takes the next journey project until none is left. */
const openStories = (folder) => {
  const left = [...STORIES]
  const env = { REMIS_E2E_DATA: folder }
  return async () => {
    for (let project = left.shift(); project !== undefined; project = left.shift()) await runStories(project, env)
  }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopAll()
    process.exit(1)
  })

try {
  checkNode()
  keepTemporaryFilesInMemory()
  await installIfStale()
  print('· Checking, building and testing')
  const folder = makeDataFolder()
  try {
    const checked = checks()
    const [ran] = await Promise.all([buildAndTest(openStories(folder), installBrowsers(), checked), checked])
    if (ran) await verifyJourneys(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
if (triedTwice.length > 0) print(`\nPassed at the second try:\n${triedTwice.join('\n')}`)
if (skippedTests.length > 0) print(`\nSkipped, by file (CONTRIBUTING.md, Tests):\n${skippedTests.join('\n')}`)
if (failedTests.length > 0) print(`\n${failedTests.join('\n')}`)
if (failures.length > 0) print(`\nFailed: ${failures.join(' · ')}`)
print(`\nAll of it took ${total()}`)
print(countsLine(count))
process.exitCode = count.failed === 0 ? 0 : 1
