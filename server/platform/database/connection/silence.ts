import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * After a failover, or when a firewall drops its state, a connection may not be reset: TCP retransmits for 15 minutes,
 * and PostgreSQL's timeouts do not apply. Probes close idle connections after 20 s; a connection in use is closed when
 * no data arrives for the given time [design/data-92].
 */
export const probes = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The same for PostgreSQL's side. Without probes it keeps the session of a machine that lost power, with its locks, for
 * two hours [design/data-93]. On a Unix socket they have no effect.
 */
export const probesOfServer =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 20000'

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

/** Applies only while a connection is in use: an idle one receives nothing. */
export const limitSilenceOfPool = (pool: pg.Pool, ms: number): void => {
  pool.on('connect', endWhenSilent)
  pool.on('acquire', (client) => limitSilence(client, ms))
  pool.on('release', (_error, client) => limitSilence(client, 0))
}
