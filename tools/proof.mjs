import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { buildIfStale } from './build.mjs'
import { proofPage } from './checks/proof-page.mjs'
import { ensureChromium } from './chromium.mjs'
import { installIfStale } from './install.mjs'
import { checkNode } from './node-version.mjs'
import { inRoot } from './root.mjs'
import { giveUp, print, total } from './terminal.mjs'
import { count, countsLine, proofPart, stopAll } from './test-run.mjs'

/**
 * `npm run proof [-- parts]`: the long forms of what `npm test` runs in short form, and the parts it does not run. The
 * last result of each part is stored in docs/proof/results.json and shown in docs/PROOF.md. Numbers behind `simulation`
 * are the number of its seeds and the first one: `npm run proof -- simulation 1 4711` repeats seed 4711 and stores
 * nothing.
 */
const parts = {
  access: {
    title: 'Access',
    proves: 'each endpoint, called as every kind of caller, admits and shows what the policy says',
    projects: ['proof'],
    files: ['access/', 'sessions/'],
  },
  fuzz: {
    title: 'Hostile input',
    proves: 'hostile input to each endpoint causes no 5xx and breaks no invariant',
    projects: ['proof'],
    files: ['fuzz/'],
  },
  attacks: {
    title: 'Attacks and plans',
    proves: 'known attacks are refused; lists read large tables by an index',
    projects: ['proof'],
    files: ['attacks/', 'plans/'],
  },
  faults: {
    title: 'Faults',
    proves:
      'the server is killed at each step of calls and sweeps, and loses network, disk and database: nothing is lost or done twice',
    projects: ['proof'],
    files: ['faults/'],
  },
  simulation: {
    title: 'Seeded simulation',
    proves: 'seeded cities with dishonest drivers, outages and crashes keep all invariants',
    projects: ['proof'],
    files: ['simulation/'],
  },
  maps: {
    title: 'Maps of real cities',
    proves: 'routes, matching and search on extracts of real cities',
    projects: ['atlas', 'server'],
    files: ['match/trip-matcher', 'route/legal-routes', 'route/router', 'providers/maps/several-files'],
  },
  cities: {
    title: 'Journeys in imported cities',
    proves: 'journeys in a browser after the import of real cities',
    projects: ['cities'],
    files: ['imported-cities'],
  },
  looks: {
    title: 'Looks of every page',
    proves: 'every page passes axe in every look, and none scrolls sideways on a tablet',
    projects: ['office', 'tables'],
    files: ['routes-open-for-roles', 'tablet-width'],
  },
  guards: {
    title: 'Guards',
    proves: 'a test fails for each database guard that is dropped ([GUARDS](GUARDS.md))',
    words: ['tools/checks/guards.mjs'],
  },
  load: {
    title: 'Load',
    proves: 'response times and memory stay within their bars with many drivers',
    words: ['--import', 'tsx', 'proof/load/run.ts'],
  },
  install: {
    title: 'Install cases',
    proves: 'installations under adverse conditions start, or say what is missing',
    words: ['--import', 'tsx', 'proof/install/run.ts'],
  },
  bench: {
    title: 'Bench against peers',
    proves: 'measurements against named peers; information, not a bar ([bench](bench/README.md))',
    words: ['tools/bench.mjs'],
  },
}

const isNumber = (word) => /^\d+$/.test(word)
const asked = process.argv.slice(2).filter((word) => !isNumber(word))
for (const name of asked)
  if (!(name in parts)) giveUp(`${name} is not a part. There are: ${Object.keys(parts).join(', ')}`)

const [seeds, first] = process.argv.slice(2).filter(isNumber)
if (seeds !== undefined && asked.join() !== 'simulation')
  giveUp('Numbers belong to the simulation: npm run proof -- simulation <number of seeds> <first seed>')
/** The processes of a part have the same first seed. */
const REMIS_SEED = first ?? process.env.REMIS_SEED ?? String(1 + Math.floor(Math.random() * 1_000_000))
/** A replay is no result for the page. */
const leastKept = 1000
const isKept = seeds === undefined || Number(seeds) >= leastKept

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopAll()
    process.exit(1)
  })

const kept = inRoot('docs', 'proof', 'results.json')

/** Stores the result of this part beside the last results of the others. */
const keep = (name, result) => {
  const results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' }).stdout?.trim()
  const place = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
  results[name] = { ...result, when: [new Date().toISOString().slice(0, 10), commit, place].filter(Boolean).join(', ') }
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(inRoot('docs', 'PROOF.md'), proofPage(parts, results))
}

try {
  checkNode()
  await installIfStale()
  await buildIfStale()
  const chromium = await ensureChromium()
  const env = {
    REMIS_PROOF: 'long',
    REMIS_SEED,
    ...(seeds === undefined ? {} : { REMIS_SEEDS: seeds }),
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
  }
  for (const [name, part] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    print(`· ${part.title}`)
    const result = await proofPart(name, part, env)
    if (isKept) keep(name, result)
  }
} catch (error) {
  giveUp(error instanceof Error ? error.stack : String(error))
}
print(`\nAll of it took ${total()}`)
print(countsLine(count))
process.exitCode = count.failed === 0 ? 0 : 1
