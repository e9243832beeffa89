import { stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

/** What becomes of a database that ended by itself. */
export interface Watched {
  restarted(pid: number): void
  /** It cannot be started, or ends again and again: nobody tries any more. */
  gone(error: unknown): void
}

/** A database that ends this often within that time is ill: to start it again and again would help nobody. */
const mostLosses = 3
const withinMs = 10 * 60_000
const lookMs = 500
/** A start that fails is tried again for ten minutes. */
const againMs = 5000
const mostTries = 120

/** One database server over its deaths: `pid` runs now, `launch` starts it again and resolves when it takes calls. */
export const watchedPostgres = (first: number, launch: () => Promise<number>) => {
  let pid = first
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let launching: Promise<unknown> | undefined
  const losses: number[] = []

  /** A start may fail for what passes: a full disk, a machine out of memory. */
  const launchPatiently = async (): Promise<number> => {
    for (let tries = 1; ; tries++) {
      try {
        return await launch()
      } catch (error) {
        if (stopping || tries >= mostTries) throw error
        await new Promise((done) => setTimeout(done, againMs))
      }
    }
  }

  const restart = async (told: Watched): Promise<void> => {
    const now = performance.now()
    losses.push(now)
    if (losses.filter((at) => now - at < withinMs).length > mostLosses)
      throw new Error(`the database has ended ${losses.length} times`)
    const next = await launchPatiently()
    // Asked to stop while it started: nobody else would end it.
    if (stopping) return stopPostmaster(next)
    pid = next
    told.restarted(pid)
  }

  const look = (told: Watched): void => {
    timer = setTimeout(() => {
      if (stopping) return
      if (isAlive(pid)) return look(told)
      launching = restart(told).then(
        () => look(told),
        (error: unknown) => {
          if (!stopping) told.gone(error)
        },
      )
    }, lookMs).unref()
  }

  return {
    pid: () => pid,
    begin: (told: Watched) => look(told),
    end: async (): Promise<void> => {
      stopping = true
      clearTimeout(timer)
      await launching
      await stopPostmaster(pid)
    },
  }
}
