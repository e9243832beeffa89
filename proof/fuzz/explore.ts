import fc, { type Arbitrary } from 'fast-check'
import { long } from '../scale.ts'
import type { Watch } from './watch.ts'
import { send, type Answer, type Sent } from './wire.ts'

/** A limit for hanging calls: a loaded machine gets a second try before a slow answer counts. */
const MOST_MS = 1000

/** The city is renewed after this many calls: by then people are signed out and bookings ended. */
const RENEW_EVERY = 1000

/** Calls that are generated at a time when the first success ends them. */
const UNTIL_SUCCESS = 20

/**
 * The first calls are checked with a digest, then every nth: a digest of a city after ten thousand calls costs as much
 * as a hundred calls.
 */
const isWatched = (count: number): boolean => count < 100 || count % 50 === 0

export interface Campaign<C extends Sent> {
  readonly name: string
  readonly base: string
  readonly runs: number
  readonly cases: () => Arbitrary<C>
  readonly faults: (asked: C, answer: Answer) => string[]
  readonly mayChange: (asked: C, answer: Answer) => boolean
  /** Tables that it may change all the same. */
  readonly mayStore?: readonly string[]
  readonly watch: Watch
  readonly renew?: () => Promise<void>
  /** Ends with the first call that succeeds; no digests are taken. */
  readonly untilSuccess?: boolean
}

const short = (text: string, most = 600): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} in all)`

const shown = (sent: Sent): string =>
  [
    `${sent.method} ${short(sent.url)}`,
    ...Object.entries({ ...sent.headers, ...('caller' in sent ? { '(caller)': sent.caller } : {}) }).map(
      ([name, value]) => `${name}: ${short(String(value), 200)}`,
    ),
    short(sent.body?.toString('utf8') ?? ''),
  ].join('\n')

/** Keeps the first answer, since it shows the call's effect, and the time of the second where the first was slow. */
const sendInTime = async (base: string, sent: Sent): Promise<Answer> => {
  const first = await send(base, sent)
  return first.ms <= MOST_MS ? first : { ...first, ms: (await send(base, sent)).ms }
}

const seedOf = (name: string): { seed?: number; path?: string } => {
  const asked = process.env['REMIS_FUZZ'] ?? ''
  const [, seed, path, only] = /^(-?\d+)(?::([\d:]+))?(?: (.+))?$/.exec(asked) ?? []
  if (seed === undefined || (only !== undefined && only !== name)) return { seed: long ? Date.now() % 2 ** 31 : 1 }
  return { seed: Number(seed), ...(path === undefined ? {} : { path }) }
}

/** How many calls are sent: `REMIS_FUZZ_RUNS` asks for fewer or more than usual. */
export const runsOf = (usual: number): number => Number(process.env['REMIS_FUZZ_RUNS']) || usual

/**
 * Sends `runs` generated calls and throws with the smallest that was answered wrongly, its seed and its path:
 * `REMIS_FUZZ='<seed>:<path> <name>'` runs that one again. Answers how many calls succeeded.
 */
export const explore = async <C extends Sent>(campaign: Campaign<C>): Promise<number> => {
  const { name, base, faults, mayChange, mayStore = [], watch } = campaign
  const runs = runsOf(campaign.runs)
  const from = seedOf(name)
  let count = 0
  let succeeded = 0
  let last = ''
  const check = async (asked: C): Promise<void> => {
    await watch.before(isWatched(count++) && campaign.untilSuccess !== true)
    const answer = await sendInTime(base, asked)
    if (answer.status >= 200 && answer.status < 300) succeeded++
    const found = faults(asked, answer)
    if (answer.ms > MOST_MS) found.push(`answered after ${Math.round(answer.ms)} ms`)
    const changed = (await watch.after(mayChange(asked, answer))).filter((table) => !mayStore.includes(table))
    if (changed.length > 0) found.push(`changed though it must not: ${changed.join(', ')}`)
    if (found.length === 0) return
    last = `${found.join(' · ')}\n\n${shown(asked)}\n\n→ ${answer.status} ${short(answer.text)}`
    throw new Error(last)
  }
  const step = campaign.untilSuccess === true ? UNTIL_SUCCESS : RENEW_EVERY
  for (let done = 0; done < runs && !(campaign.untilSuccess === true && succeeded > 0); done += step) {
    if (done > 0 && done % RENEW_EVERY === 0) await campaign.renew?.()
    const seed = (from.seed ?? 1) + done
    const result = await fc.check(fc.asyncProperty(campaign.cases(), check), {
      ...from,
      seed,
      numRuns: Math.min(step, runs - done),
      maxSkipsPerRun: 1000,
      interruptAfterTimeLimit: 3_000_000,
    })
    if (!result.failed) continue
    throw new Error(
      `${name}, after ${count} calls: ${last}\n\nAgain: REMIS_FUZZ='${seed}:${result.counterexamplePath ?? ''} ${name}'`,
    )
  }
  return succeeded
}
