import { report } from './progress.ts'

/**
 * Named points where a test pauses, fails or kills the server: `booking.accept.locked`. Without a test they do nothing.
 */
export interface Failpoints {
  at(name: string): Promise<void>
}

const passed = Promise.resolve()

export const noFailpoints: Failpoints = { at: () => passed }

const holdForever = (name: string): Promise<never> => {
  report({ kind: 'held', at: name })
  return new Promise(() => undefined)
}

type Plans = ReadonlyMap<string, string>

const plansOf = (setting: string): Plans =>
  new Map(setting.split(';').map((part) => part.split('=', 2) as [string, string]))

/** The starter's message that replaces all plans; answered by `failpoints`. */
export interface FailpointsMessage {
  readonly failpoints: string
}

/**
 * For crash tests of a whole process: `REMIS_FAILPOINTS="settle.before-commit=kill;accept.locked=wait:500"`, and
 * messages of the starter while it runs. `kill` ends this process as `kill -9` does, `hold` never returns and reports
 * to the starter (which then kills this process), `wait` pauses for the given ms, `throw` fails. Refused in production.
 */
export const failpointsFromEnv = (setting: string | undefined, mode: 'trial' | 'production'): Failpoints => {
  if (!setting) return noFailpoints
  if (mode === 'production') throw new Error('REMIS_FAILPOINTS is for tests and refused in production')
  let plans = plansOf(setting)
  process.on('message', (message: Partial<FailpointsMessage>) => {
    if (message.failpoints === undefined) return
    plans = plansOf(message.failpoints)
    report({ kind: 'failpoints' })
  })
  return {
    at: async (name) => {
      const plan = plans.get(name)
      if (plan === undefined) return
      if (plan === 'kill') process.kill(process.pid, 'SIGKILL')
      else if (plan === 'hold') await holdForever(name)
      else if (plan === 'throw') throw new Error(`failpoint ${name}`)
      else if (plan.startsWith('wait:')) await new Promise((done) => setTimeout(done, Number(plan.slice(5))))
      else throw new Error(`failpoint ${name} has the unknown plan ${plan}`)
    },
  }
}
