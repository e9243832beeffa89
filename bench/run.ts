import { landingBench } from './landing.bench.ts'
import { verifyBench } from './verify.bench.ts'

/** `npm run bench [-- names]`: each compares us with a named peer in one run and says whether its target was met. */
const benches: Record<string, () => Promise<boolean>> = { verify: verifyBench, landing: landingBench }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: not known. There are: ${Object.keys(benches).join(', ')}`)

const missed: string[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`· ${name}\n`)
  if (!(await bench())) missed.push(name)
}
if (missed.length > 0) process.stdout.write(`\nBelow target: ${missed.join(', ')}\n`)
process.exit(missed.length === 0 ? 0 : 1)
