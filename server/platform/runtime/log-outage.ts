import type { Logger } from './logger.ts'

/** Between two lines of an outage that goes on. */
const pauseMs = 60_000

export interface OutageLog {
  /** `details` belong to the line; where they differ from those of the last line, it is written at once. */
  readonly failed: (error: unknown, details?: object) => void
  readonly worked: () => void
  /** The last call was `failed`. */
  readonly failing: boolean
}

type Level = 'error' | 'warn'

interface Texts<L extends Level> {
  readonly level: L
  readonly fails: string
  readonly works: string
  readonly details?: object
}

/**
 * Logs the first failure of work that is retried, then at most one line a minute with the number of failures, and the
 * recovery. Otherwise an outage of the database would fill the log and rotate older lines out [design/data-94].
 */
export const logOutage = <L extends Level>(
  log: Pick<Logger, L | 'info'>,
  { level, fails, works, details: always = {} }: Texts<L>,
): OutageLog => {
  let failures = 0
  let lineAt = 0
  let lastDetails = ''
  return {
    get failing() {
      return failures > 0
    },
    failed: (error, details = {}) => {
      failures++
      const now = performance.now()
      const shown = JSON.stringify(details)
      if (failures > 1 && shown === lastDetails && now - lineAt < pauseMs) return
      lineAt = now
      lastDetails = shown
      log[level]({ err: error, ...always, ...details, ...(failures > 1 ? { failures } : {}) }, fails)
    },
    worked: () => {
      if (failures === 0) return
      log.info({ ...always, failures }, works)
      failures = 0
    },
  }
}
