import { failed, held, seconds, type Outcome } from './case.ts'
import { lookAt, start, type How } from './running.ts'

/** design §11: everything ends within three seconds; a loaded machine gets two more. */
const MOST_STOP_MS = 5000

const tail = (said: string): string => said.trim().split('\n').slice(-6).join(' / ')

export interface Expect {
  /** what the start has to say */
  readonly says?: RegExp
  /** words before the one who looks: into the namespace of the case */
  readonly enter?: (pid: number) => readonly string[]
}

/** Starts, is looked at, stops: the plain good case. */
export const startsAndStops = async (how: How, { says, enter }: Expect = {}): Promise<Outcome> => {
  const run = await start(how)
  if (run.readyMs === undefined) return failed(`did not start (${run.exitCode()}): ${tail(run.said())}`)
  const wrong = await lookAt(run, enter?.(run.child.pid ?? 0)).catch((error: unknown) => String(error))
  const said = says === undefined || says.test(run.said())
  const stopMs = await run.stop()
  if (wrong) return failed(wrong)
  if (!said) return failed(`did not say ${String(says)}: ${tail(run.said())}`)
  if (!says && !run.said().includes(`Data: ${how.dataDir ?? how.folder}`)) return failed('its data lies elsewhere')
  if (stopMs > MOST_STOP_MS) return failed(`ended after ${seconds(stopMs)}`)
  return held(`ready after ${seconds(run.readyMs)}, ended after ${seconds(stopMs)}`)
}

/** Ends by itself, with one line that says what is wrong and what to do. */
export const refuses = async (how: How, says: RegExp): Promise<Outcome> => {
  const run = await start({ ...how, mostMs: 120_000 })
  const code = run.exitCode()
  await run.stop()
  if (run.readyMs !== undefined) return failed('it started, and must not')
  if (code === 0) return failed(`ended with 0: ${tail(run.said())}`)
  if (!says.test(run.said())) return failed(`did not say ${String(says)}: ${tail(run.said())}`)
  if (/^\s+at .+:\d+:\d+/m.test(run.said())) return failed(`showed a stack: ${tail(run.said())}`)
  return held('refused with a line that says the way out')
}

export const both = async (...outcomes: (() => Promise<Outcome>)[]): Promise<Outcome> => {
  const figures: string[] = []
  for (const next of outcomes) {
    const outcome = await next()
    if (outcome.kind !== 'held') return outcome
    figures.push(outcome.figures)
  }
  return held(figures.join('; '))
}
