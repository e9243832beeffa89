import { failed, held, seconds, type Outcome } from './case.ts'
import { firstSteps, start, type How } from './running.ts'

/** Everything ends within three seconds [design/accounts-22]; a loaded machine gets two more. */
const MOST_STOP_MS = 5000

const tail = (output: string): string => output.trim().split('\n').slice(-6).join(' / ')

export interface Expect {
  /** what the start must print */
  readonly prints?: RegExp
  /** command prefix of the checks: into the namespace of the case */
  readonly enter?: (pid: number) => readonly string[]
}

/** Starts, is checked, stops: the case without a fault. */
export const startsAndStops = async (how: How, { prints, enter }: Expect = {}): Promise<Outcome> => {
  const run = await start(how)
  if (run.readyMs === undefined) return failed(`did not start (${run.exitCode()}): ${tail(run.output())}`)
  const wrong = await firstSteps(run, enter?.(run.child.pid ?? 0)).catch((error: unknown) => String(error))
  const output = prints === undefined || prints.test(run.output())
  const stopMs = await run.stop()
  if (wrong) return failed(wrong)
  if (!output) return failed(`did not print ${String(prints)}: ${tail(run.output())}`)
  if (!prints && !run.output().includes(`Data: ${how.dataDir ?? how.folder}`))
    return failed('its data is in another folder')
  if (stopMs > MOST_STOP_MS) return failed(`ended after ${seconds(stopMs)}`)
  return held(`ready after ${seconds(run.readyMs)}, ended after ${seconds(stopMs)}`)
}

/** Ends with one line that names the cause and the remedy. */
export const refuses = async (how: How, prints: RegExp): Promise<Outcome> => {
  const run = await start({ ...how, mostMs: 120_000 })
  const code = run.exitCode()
  await run.stop()
  if (run.readyMs !== undefined) return failed('it started, but must not')
  if (code === 0) return failed(`ended with 0: ${tail(run.output())}`)
  if (!prints.test(run.output())) return failed(`did not print ${String(prints)}: ${tail(run.output())}`)
  if (/^\s+at .+:\d+:\d+/m.test(run.output())) return failed(`printed a stack trace: ${tail(run.output())}`)
  return held('refused with a line that names the remedy')
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
