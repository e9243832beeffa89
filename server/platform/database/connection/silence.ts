import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * A database that fails over, or a firewall that forgets a connection, may never reset it: TCP then repeats what was
 * sent for a quarter of an hour, and the limits of PostgreSQL do not help. Probes end idle connections after 20 s; one
 * in use ends when nothing arrives for the time given here [design/data-92].
 */
export const probes = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** `pg` has no option for it that also closes the connection. */
const streamOf = (client: pg.ClientBase): Socket =>
  (client as pg.ClientBase & { readonly connection: { readonly stream: Socket } }).connection.stream

/** Call it once per connection. */
export const endWhenSilent = (client: pg.ClientBase): void => {
  const stream = streamOf(client)
  stream.on('timeout', () =>
    stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })),
  )
}

/** ms; 0: any time */
export const limitSilence = (client: pg.ClientBase, ms: number): void => void streamOf(client).setTimeout(ms)

/** For connections in use. Those that are free are silent. */
export const limitSilenceOfPool = (pool: pg.Pool, ms: number): void => {
  pool.on('connect', endWhenSilent)
  pool.on('acquire', (client) => limitSilence(client, ms))
  pool.on('release', (_error, client) => limitSilence(client, 0))
}
