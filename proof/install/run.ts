import type { Outcome } from './case.ts'
import { cases } from './cases.ts'
import { build, leaveGround } from './place.ts'
import { endAll } from './running.ts'

/**
 * The install cases [design/proofs-12]: this project, cloned and started by `npm start` where installs fail. Prints a
 * line per case; words after the command choose cases. Ends with 1 when one failed.
 */
const asked = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = cases.filter(({ name }) => asked.length === 0 || asked.some((word) => name.toLowerCase().includes(word)))

const clear = (): void => {
  endAll()
  leaveGround()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    clear()
    process.exit(1)
  })

const detailOf = (outcome: Outcome): string => (outcome.kind === 'held' ? outcome.figures : outcome.why)

let failures = 0
try {
  build()
  for (const { name, run } of chosen) {
    const outcome = await run().catch((error: unknown): Outcome => ({ kind: 'failed', why: String(error) }))
    if (outcome.kind === 'failed') failures++
    process.stdout.write(`> ${outcome.kind.padEnd(7)}  ${name}: ${detailOf(outcome)}\n`)
    endAll()
  }
} finally {
  clear()
}
process.exitCode = failures > 0 ? 1 : 0
