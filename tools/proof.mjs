import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname } from 'node:path'
import { buildIfStale } from './build.mjs'
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
  access: { title: 'Access', projects: ['proof'], files: ['access/', 'sessions/'] },
  fuzz: { title: 'Hostile input', projects: ['proof'], files: ['fuzz/'] },
  attacks: { title: 'Attacks and plans', projects: ['proof'], files: ['attacks/', 'plans/'] },
  faults: { title: 'Faults', projects: ['proof'], files: ['faults/'] },
  simulation: { title: 'Seeded simulation', projects: ['proof'], files: ['simulation/'] },
  maps: {
    title: 'Maps of real cities',
    projects: ['atlas', 'server'],
    files: ['match/trip-matcher', 'route/legal-routes', 'route/router', 'providers/maps/several-files'],
  },
  cities: { title: 'Journeys in imported cities', projects: ['cities'], files: ['imported-cities'] },
  looks: {
    title: 'Looks of every page',
    projects: ['office', 'tables'],
    files: ['routes-open-for-roles', 'tablet-width'],
  },
  guards: { title: 'Guards', words: ['tools/checks/guards.mjs'] },
  load: { title: 'Load', words: ['--import', 'tsx', 'proof/load/run.ts'] },
  install: { title: 'Install cases', words: ['--import', 'tsx', 'proof/install/run.ts'] },
  bench: { title: 'Bench against peers', words: ['tools/bench.mjs'] },
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
const page = (results, without) => `# Proof

The last run of each part of \`npm run proof\`, in its long form; \`npm test\` runs the short ones.

| Part | Result | Took | When |
| --- | --- | --- | --- |
${results.map(({ title, ok, summary, seconds, when }) => `| ${title} | ${ok ? '' : '**failed** '}${summary} | ${Math.round(seconds)} s | ${when} |`).join('\n')}
${without.length === 0 ? '' : `\nNo long run is stored yet of: ${without.join(', ')}.\n`}
${results
  .filter(({ lines }) => lines.length > 0)
  .map(({ title, lines }) => `## ${title}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\``)
  .join('\n\n')}
`

/** Stores the result of this part beside the last results of the others. */
const keep = (name, result) => {
  const results = existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {}
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: inRoot(), encoding: 'utf8' }).stdout?.trim()
  const place = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`
  results[name] = { ...result, when: [new Date().toISOString().slice(0, 10), commit, place].filter(Boolean).join(', ') }
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, `${JSON.stringify(results, null, 2)}\n`)
  const inOrder = Object.keys(parts).flatMap((part) => results[part] ?? [])
  const without = Object.keys(parts).filter((part) => !(part in results))
  const titles = without.map((part) => parts[part].title)
  writeFileSync(inRoot('docs', 'PROOF.md'), page(inOrder, titles))
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
