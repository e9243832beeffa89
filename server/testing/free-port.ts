import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * A free port of 127.0.0.1, below those that the system gives to connections: another test's connection would take it
 * before the server listens.
 */
export const freePort = (): Promise<number> =>
  new Promise((done) => {
    const port = randomInt(15_000, 32_000)
    const probe = createServer()
    probe.once('error', () => done(freePort()))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)))
  })
