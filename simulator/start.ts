import { setMaxListeners } from 'node:events'
import { AppError } from '@remis/domain/messages/app-error'
import { startFleet } from './fleet.ts'
import { readOptions } from './options.ts'

/** The process of the fleet: prints `fleet ready: 12 drivers` once, then only errors. SIGTERM and SIGINT end it. */
const log = (line: string): void => void process.stdout.write(`${line}\n`)
const logError = (line: string): void => void process.stderr.write(`${line}\n`)

const reason = (error: unknown): string => {
  if (error instanceof AppError) return `${error.status} ${error.key}`
  return error instanceof Error ? error.message : String(error)
}

const stop = new AbortController()
// Every driver adds a listener.
setMaxListeners(0, stop.signal)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort())

// End with the process that started this one, which may have been killed, even before this line.
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
    onError: (who, error) => logError(`fleet: ${who}: ${reason(error)}`),
  })
  if (fleet.drivers > 0) log(`fleet ready: ${fleet.drivers} drivers at ${options.speed} times real speed`)
  await fleet.done
} catch (error) {
  if (!stop.signal.aborted) {
    logError(`fleet: ${reason(error)}`)
    process.exitCode = 1
  }
}
// Exit without waiting for closing links.
process.exit()
