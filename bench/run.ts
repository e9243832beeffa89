import { apart } from './apart.ts'
import type { Found } from './report/found.ts'
import { hasTarget, isMet } from './report/row.ts'
import { keepResult, loadNow } from './report/results.ts'

/** A bench that writes a separate page returns only whether its targets are met. */
type Bench = () => Promise<Found | boolean>

/**
 * `npm run bench [-- names]`: each compares us with named peers in one run. A bench is imported just before it runs.
 */
const benches: Record<string, () => Promise<Bench>> = {
  g1: async () => () => apart('nearest'),
  g2: async () => (await import('./cases/g2-ingest.bench.ts')).ingestBench,
  g3: async () => (await import('./cases/g3-accept.bench.ts')).acceptBench,
  g4: async () => (await import('./cases/g4-hot-account.bench.ts')).hotAccountBench,
  g5: async () => (await import('./cases/g5-crowd.bench.ts')).crowdBench,
  g6: async () => (await import('./cases/g6-fan-out.bench.ts')).fanOutBench,
  g7: async () => (await import('./cases/g7-drops.bench.ts')).dropsBench,
  g8: async () => (await import('./cases/g8-overhead.bench.ts')).overheadBench,
  g9: async () => (await import('./cases/g9-lists.bench.ts')).listsBench,
  g12: async () => (await import('./cases/g12-start.bench.ts')).startBench,
  g15: async () => (await import('./cases/g15-fares.bench.ts')).fareBench,
  dispatch: async () => (await import('./cases/dispatch.bench.ts')).dispatchBench,
  router: async () => (await import('./cases/router.bench.ts')).routerBench,
  import: async () => (await import('./cases/import.bench.ts')).importBench,
  places: async () => (await import('./cases/places.bench.ts')).placesBench,
  'free-flow': async () => (await import('./cases/free-flow.bench.ts')).freeFlowBench,
  landing: async () => (await import('./cases/landing.bench.ts')).landingBench,
  verify: async () => (await import('./cases/verify.bench.ts')).verifyBench,
}

// `--keep` is for g9
const asked = process.argv.slice(2).filter((name) => name !== '--keep')
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: not known. There are: ${Object.keys(benches).join(', ')}`)

const missed: string[] = []
let compared = 0
for (const [name, load] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`· ${name}\n`)
  const before = loadNow()
  const found = await (await load())()
  if (typeof found === 'boolean') {
    compared++
    if (!found) missed.push(name)
    continue
  }
  const { rows, skipped = [] } = found
  keepResult(name, rows, skipped, before)
  for (const row of rows) {
    const { median, low, high } = row.ratio
    const mark = hasTarget(row) ? (isMet(row) ? ' ✓' : ' ✗') : ''
    const ratio = `${median.toFixed(2)} [${low.toFixed(2)} – ${high.toFixed(2)}]${mark}`
    process.stdout.write(`  ${row.what}: ${row.ours}; ${row.peer}: ${row.theirs}; ${ratio}\n`)
    if (!hasTarget(row)) continue
    compared++
    if (!isMet(row)) missed.push(`${row.goal} ${row.what}, ${row.peer}`)
  }
  for (const why of skipped) process.stdout.write(`  skipped: ${why}\n`)
}
process.stdout.write(`\n> ${compared - missed.length} of ${compared} targets are met; docs/bench has all figures\n`)
for (const one of missed) process.stdout.write(`> below target: ${one}\n`)
process.exit(missed.length === 0 ? 0 : 1)
