import { stopPostmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

/** Callbacks for a database that ended unexpectedly. */
export interface WatchHandlers {
  restarted(pid: number): void
  /** It cannot be restarted, or ended too often: no more attempts. */
  gone(error: unknown): void
}

/** More losses than this within `withinMs` are not restarted. */
const mostLosses = 3
const withinMs = 10 * 60_000
const checkMs = 500
/** A failed start is retried for ten minutes. */
const retryMs = 5000
const mostTries = 120

/** Keeps one database server running. `launch` restarts it and resolves with its pid when it accepts connections. */
export const watchedPostgres = (first: number, launch: () => Promise<number>) => {
  let pid = first
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let launching: Promise<unknown> | undefined
  const losses: number[] = []

  /** A start may fail for a temporary reason: a full disk, no memory. */
  const launchWithRetries = async (): Promise<number> => {
    for (let tries = 1; ; tries++) {
      try {
        return await launch()
      } catch (error) {
        if (stopping || tries >= mostTries) throw error
        await new Promise((done) => setTimeout(done, retryMs))
      }
    }
  }

  const restart = async (handlers: WatchHandlers): Promise<void> => {
    const now = performance.now()
    losses.push(now)
    if (losses.filter((at) => now - at < withinMs).length > mostLosses)
      throw new Error(`the database has ended ${losses.length} times`)
    const next = await launchWithRetries()
    // `end` was called during the start and does not know the new process.
    if (stopping) return stopPostmaster(next)
    pid = next
    handlers.restarted(pid)
  }

  const check = (handlers: WatchHandlers): void => {
    timer = setTimeout(() => {
      if (stopping) return
      if (isAlive(pid)) return check(handlers)
      launching = restart(handlers).then(
        () => check(handlers),
        (error: unknown) => {
          if (!stopping) handlers.gone(error)
        },
      )
    }, checkMs).unref()
  }

  return {
    pid: () => pid,
    begin: (handlers: WatchHandlers) => check(handlers),
    end: async (): Promise<void> => {
      stopping = true
      clearTimeout(timer)
      await launching
      await stopPostmaster(pid)
    },
  }
}
