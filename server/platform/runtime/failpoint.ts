import { tell } from './progress.ts'

/** Named places where a test stops, breaks or kills the server: `booking.accept.locked`. Off, a call costs nothing. */
export interface Failpoints {
  at(name: string): Promise<void>
}

const passed = Promise.resolve()

export const noFailpoints: Failpoints = { at: () => passed }

const holdForGood = (name: string): Promise<never> => {
  tell({ kind: 'held', at: name })
  return new Promise(() => undefined)
}

/**
 * For crash tests of a whole process: `REMIS_FAILPOINTS="settle.before-commit=kill;accept.locked=wait:500"`.
 * `kill` ends this process as `kill -9` does, `hold` stays there for good and tells the starter so (who kills us then),
 * `wait` pauses that many ms, `throw` fails. Refused in production.
 */
export const failpointsFromEnv = (setting: string | undefined, mode: 'trial' | 'production'): Failpoints => {
  if (!setting) return noFailpoints
  if (mode === 'production') throw new Error('REMIS_FAILPOINTS is for tests and refused in production')
  const plans = new Map(setting.split(';').map((part) => part.split('=', 2) as [string, string]))
  return {
    at: async (name) => {
      const plan = plans.get(name)
      if (plan === undefined) return
      if (plan === 'kill') process.kill(process.pid, 'SIGKILL')
      else if (plan === 'hold') await holdForGood(name)
      else if (plan === 'throw') throw new Error(`failpoint ${name}`)
      else if (plan.startsWith('wait:')) await new Promise((done) => setTimeout(done, Number(plan.slice(5))))
      else throw new Error(`failpoint ${name} has the unknown plan ${plan}`)
    },
  }
}
