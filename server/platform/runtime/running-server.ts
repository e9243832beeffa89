import type { FastifyInstance } from 'fastify'
import type { TaskList } from 'graphile-worker'
import type pg from 'pg'
import { sealAudit } from '../database/audit-seal.ts'
import { startEventStream, type EventStream } from '../live/event-stream.ts'
import { createHttpServer, type HttpServerOptions } from '../http/http-server.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { startJobQueue } from '../jobs/job-queue.ts'
import { openLive, type Live, type LiveOptions } from '../live/live.ts'
import { sweepOutbox } from '../live/outbox.ts'
import { sweepRateCounters } from '../http/rate-limits.ts'
import { startConsumer, type Consumer } from '../live/stream-consumer.ts'
import { sweepSecurityEvents } from '../security/security-events.ts'
import { startSweeper, type SweepTask } from '../jobs/sweeper.ts'
import type { Platform, Served } from '../http/use-case.ts'

/** What the features add to a running server. */
export interface Features<Deps> extends LiveOptions, Omit<HttpServerOptions, 'isReady' | 'webFolder'> {
  readonly served: readonly Served<Deps>[]
  readonly sweeps: Readonly<Record<string, SweepTask>>
  /** Background jobs by name; no worker runs if there are none. */
  readonly tasks: TaskList
  /** Durable consumers of the event stream, by name. */
  readonly consumers: Readonly<Record<string, Consumer>>
}

export interface RunOptions<Deps> {
  readonly app: Deps
  readonly features: Features<Deps>
  /** The database without a pooler, for the relay's lock and the worker's notifications. */
  readonly direct: pg.PoolConfig
  readonly webFolder?: string
  /** Called before the server accepts calls. */
  readonly onLive: (live: Live) => void
  /** Replaces the timers and the job worker: a simulation runs sweeps and jobs at its own times. */
  readonly turns?: { readonly sweeps: typeof startSweeper; readonly jobs: typeof startJobQueue }
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  readonly stream: EventStream
  readonly live: Live
  readonly fastify: FastifyInstance
  /** Refuses new calls, lets those in flight finish, cuts the rest. Does not close the pools. */
  stop(): Promise<void>
}

/** Not ready when the event stream has not been read for this long: screens would be stale. */
const STALE_MS = 10_000

/** The head of the chain is logged too: a copy that the database's owner cannot rewrite. */
const sealAndLog = async ({ db, log }: Platform): Promise<void> => {
  const seal = await sealAudit(db)
  if (seal !== undefined) log.info({ seal }, 'the audit is sealed')
}

const platformSweeps = (app: Platform, consumers: readonly string[]): Record<string, SweepTask> => ({
  'idempotency keys': {
    everyMs: 600_000,
    run: () => sweepIdempotencyKeys(app.db.jobs, app.config.limits.idempotencyHours),
  },
  'rate counters': { everyMs: 600_000, run: () => sweepRateCounters(app.db.jobs) },
  'security events': { everyMs: 5000, run: () => app.security.flush() },
  'old security events': {
    everyMs: 600_000,
    run: () => sweepSecurityEvents(app.db, app.config.limits.securityEventDays),
  },
  'audit seal': { everyMs: 60_000, run: () => sealAndLog(app) },
  outbox: { everyMs: 600_000, run: () => sweepOutbox(app.db.jobs, app.config.limits.live.keepHours, consumers) },
})

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host)

const startConsumers = (app: Platform, stream: EventStream, consumers: Features<never>['consumers']) =>
  Promise.all(
    Object.entries(consumers).map(([name, consumer]) =>
      startConsumer({
        name,
        db: app.db,
        log: app.log,
        failpoint: app.failpoint,
        stream,
        limits: app.config.limits.live,
        ...consumer,
      }),
    ),
  )

/** Starts everything that one node runs, in the order of dependencies. */
export const runServer = async <Deps extends Platform>(options: RunOptions<Deps>): Promise<RunningServer> => {
  const { app, features, direct, turns = { sweeps: startSweeper, jobs: startJobQueue } } = options
  const { config, db, log } = app
  const stream = await startEventStream({ db, direct, limits: config.limits.live, log })
  const http = await createHttpServer(app, features.served, {
    ...features,
    ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
    isReady: () => stream.idleMs() < STALE_MS,
  })
  const live = openLive(http.fastify.server, app, stream, features)
  options.onLive(live)
  const hasTasks = Object.keys(features.tasks).length > 0
  const jobs = hasTasks ? await turns.jobs({ db, direct, tasks: features.tasks, concurrency: 2, log }) : undefined
  const consumers = await startConsumers(app, stream, features.consumers)
  const { host, port } = await http.listen()
  const sweeper = turns.sweeps({ ...platformSweeps(app, Object.keys(features.consumers)), ...features.sweeps }, log)

  const stop = async (): Promise<void> => {
    http.startDraining()
    await live.close()
    await http.drain()
    await Promise.all([sweeper.stop(), jobs?.stop(), ...consumers.map((consumer) => consumer.stop())])
    await stream.stop()
  }
  return { url: `http://${hostOf(host)}:${port}`, port, stream, live, fastify: http.fastify, stop }
}
