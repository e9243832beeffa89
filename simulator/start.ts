import { setMaxListeners } from 'node:events'
import { AppError } from '@remis/domain/messages/app-error'
import { startFleet } from './fleet.ts'
import { readOptions } from './options.ts'

/** The fleet's process: says `fleet ready: 12 drivers` once, then only what goes wrong. SIGTERM and SIGINT end it. */
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)

const reason = (error: unknown): string => {
  if (error instanceof AppError) return `${error.status} ${error.key}`
  return error instanceof Error ? error.message : String(error)
}

const stop = new AbortController()
// Every driver listens to it.
setMaxListeners(0, stop.signal)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())

// Who started us is gone without a word: nobody would ever end this process. It may have gone before this line ran.
const starter = Number(process.env['REMIS_STARTER_PID']) || process.ppid
const endWithStarter = (): void => {
  if (process.ppid !== starter) stop.abort()
}
endWithStarter()
setInterval(endWithStarter, 1000).unref()

try {
  const options = readOptions(process.argv.slice(2), process.env)
  const fleet = await startFleet({
    options,
    stopped: stop.signal,
    onError: (who, error) => complain(`fleet: ${who}: ${reason(error)}`),
  })
  if (fleet.drivers > 0) say(`fleet ready: ${fleet.drivers} drivers at ${options.speed} times the speed of life`)
  await fleet.done
} catch (error) {
  if (!stop.signal.aborted) {
    complain(`fleet: ${reason(error)}`)
    process.exitCode = 1
  }
}
// Links that are on their way down must not hold the end up.
process.exit()
