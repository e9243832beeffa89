import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { backofficeApi } from '@remis/domain/backoffice/backoffice-api'
import { makeCall } from '@remis/domain/kit/call'
import { seeded } from '@remis/domain/testing/seeded'
import { connectDatabase, type Database } from '@remis/server/platform/database/database'
import { limits } from '@remis/server/platform/runtime/limits'
import { createLogger } from '@remis/server/platform/runtime/logger'
import { findBroken } from '@remis/server/verify/verify'
import { makeBookings } from '@remis/simulator/load/bookings'
import { startCalls, type Calls } from '@remis/simulator/load/calls'
import { startLoadDriver } from '@remis/simulator/load/load-driver'
import { startLoadRider } from '@remis/simulator/load/load-rider'
import { makeMeter, type Meter } from '@remis/simulator/load/meter'
import { sql } from 'kysely'
import { embeddedConnection } from '../embedded-connection.ts'
import { seed } from '../seed.ts'
import { makeServerProcess, type ServerProcess } from '../server-process.ts'
import { findErrands, makeDrivers, makeRiders } from './load-city.ts'
import { startFloor } from './floor.ts'
import { judge, report } from './judge.ts'
import { watchLoad } from './watch-load.ts'
import { watchQueries } from './watch-queries.ts'

/**
 * The load proof [design/proofs-13]: 300 trips at a time with 600 drivers online, then 1,000 with 2,000; a position
 * every 4 s, trips of 90 s, for three minutes once all riders have begun, each against a new built server with its
 * embedded database; the generator shares the machine. Everything is measured from the first rider on. Ends with 0 when
 * every line holds. All processes share all processors, as in an installation; with `--pinned` server and generator
 * keep to one each and the database has both. `--seconds` makes it shorter, `--drivers` runs one city of that size;
 * `--profile <folder>` writes a CPU profile of the server there.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '180' },
    drivers: { type: 'string' },
    profile: { type: 'string' },
    pinned: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)

/** One city; half of its drivers are on a trip at a time. */
interface Size {
  readonly drivers: number
  readonly riders: number
  /** p99, ms */
  readonly acceptMs: number
}
const sizeOf = (drivers: number): Size => ({
  drivers,
  riders: Math.ceil((drivers / 2) * 1.04),
  acceptMs: drivers <= 600 ? 50 : 100,
})
const sizes = (values.drivers === undefined ? [600, 2000] : [Number(values.drivers)]).map(sizeOf)

const pingMs = 4000
const legs = { pickup: 15_000, boarding: 5000, trip: 60_000, paying: 5000 }
// Riders begin over the length of one trip: otherwise they would all book at the same moments.
const rampMs = Object.values(legs).reduce((sum, ms) => sum + ms, 0)

/**
 * Pins a process with its threads and later children to one processor [design/proofs-15]. False if `taskset` is missing
 * or there is only one processor.
 */
const pin = (pid: number, processor: number): boolean =>
  processor < cpus().length &&
  spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(processor), String(pid)]).status === 0

const setUp = async (server: ServerProcess, calls: Calls, db: Database, { drivers, riders }: Size) => {
  const anyone = makeCall({ fetch, base: server.base, token: () => undefined, newKey: randomUUID })
  const { map } = await anyone(backofficeApi.settings, {})
  const city = { center: map.center, bbox: map.bbox }
  const { id: carType } = await db.request
    .selectFrom('car_types')
    .select('id')
    .orderBy('position')
    .executeTakeFirstOrThrow()
  const people = await makeRiders(db, riders)
  const cars = await makeDrivers(db, city, carType, drivers)
  const [first] = people
  if (first === undefined) throw new Error('no rider was made')
  const errands = await findErrands({ base: server.base, calls }, first, city, carType, 60)
  // Updates the planner's statistics: people do not all appear within a second in real life.
  await sql`analyze`.execute(db.lists)
  return { carType, people, cars, errands }
}

const activeTrips = async (db: Database): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from bookings
      where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')`.execute(db.jobs)
  ).rows[0]?.count ?? 0

/** Moves that were acknowledged and are missing, and moves that exist without having been acknowledged. */
const lostMoves = async (db: Database, meter: Meter): Promise<string[]> => {
  const { rows } = await sql<{ move: string; count: number }>`select move, count(*)::int as count from booking_events
    where actor_kind = 'driver' and at > clock_timestamp() - interval '1 hour' and booking_id in
      (select id from bookings where customer_contact like '+59891%') group by move`.execute(db.jobs)
  const committed = new Map(rows.map(({ move, count }) => [move, count]))
  return ['accept', 'arrive', 'start', 'reach', 'pay'].flatMap((move) => {
    const acknowledged = meter.counts().get(`moved: ${move}`) ?? 0
    const there = committed.get(move) ?? 0
    return acknowledged === there ? [] : [`${move}: ${acknowledged} acknowledged, ${there} committed`]
  })
}

/** Commits so far, of which each single statement is one, and updates of `users` with and without new index entries. */
const databaseWork = async (db: Database) => {
  const { rows } = await sql<{ commits: number; updates: number; hot: number }>`
    select d.xact_commit as commits, u.n_tup_upd as updates, u.n_tup_hot_upd as hot
    from pg_stat_database d, pg_stat_user_tables u where d.datname = current_database() and u.relname = 'users'`.execute(
    db.jobs,
  )
  return rows[0] ?? { commits: 0, updates: 0, hot: 0 }
}

const run = async (server: ServerProcess, db: Database, meter: Meter, size: Size): Promise<boolean> => {
  const { drivers, riders, acceptMs } = size
  const calls = startCalls()
  const pinned = values.pinned && pin(server.pid, 0) && pin(process.pid, 1) && pin(calls.pid, 1)
  const { carType, people, cars, errands } = await setUp(server, calls, db, size)
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const random = seeded(seed)
  const plan = {
    base: server.base,
    calls,
    meter,
    stopped: stop.signal,
    random,
    pingMs,
    legs,
    bookings: makeBookings(meter),
    carType,
    errand: () => {
      const found = errands[Math.floor(random() * errands.length)]
      if (found === undefined) throw new Error('the map found no route')
      return found
    },
  }
  const fleet = cars.map(({ account, home }) => startLoadDriver(plan, account, home))
  await sleep(4000)
  const watched = await watchLoad(server, calls.pid)
  const floor = startFloor(embeddedConnection(server.dataDir))
  const queries = values.profile === undefined ? undefined : watchQueries(db)
  const public_ = people.map((one, index) => startLoadRider(plan, one, (index / people.length) * rampMs))
  const trips: number[] = []
  const before = await databaseWork(db)
  const began = performance.now()
  const until = began + rampMs + seconds * 1000
  while (performance.now() < until) {
    await sleep(Math.min(10_000, until - performance.now()))
    trips.push(await activeTrips(db))
  }
  const { mb, cores, stalls, collections } = await watched.stop()
  const after = await databaseWork(db)
  const lasted = (performance.now() - began) / 1000
  const beside = await floor.stop()
  const commits = (after.commits - before.commits - beside.turns.length - beside.commits.length) / lasted
  queries?.stop()
  stop.abort()
  await Promise.all([...fleet, ...public_].map(({ done }) => done))
  // Calls that were in progress when it ended.
  await sleep(2000)
  calls.stop()
  const broken = await findBroken(db.lists)
  const lost = await lostMoves(db, meter)
  report(
    `${drivers} drivers, ${riders} riders, ${rampMs / 1000} s to begin and ${seconds} s, seed ${seed}: at most ${Math.max(...trips)} trips at a time`,
  )
  report(
    pinned
      ? 'server and generator have one processor each, the database has both'
      : 'all processes share all processors',
  )
  report(
    `of the machine's ${cpus().length} cores: server ${cores.server.toFixed(2)}, database ${cores.database.toFixed(2)}, generator ${cores.generator.toFixed(2)}, others ${cores.others.toFixed(2)}`,
  )
  for (const [who, longest] of Object.entries(stalls)) {
    longest.forEach((ms) => meter.time(`stall of ${who}`, ms))
    const part = (share: number) => meter.quantile(`stall of ${who}`, share).toFixed(0)
    report(
      `longest delay of the event loop in each second, ${who}: p50 ${part(0.5)} ms, p90 ${part(0.9)} ms, most ${part(1)} ms`,
    )
  }
  report(`the server collected old objects ${collections.count} times, ${collections.seconds.toFixed(1)} s in all`)
  report(
    `${commits.toFixed(0)} commits of the database a second; ${after.hot - before.hot} of ${after.updates - before.updates} updates of people without new index entries`,
  )
  beside.turns.forEach((ms) => meter.time('empty turn', ms))
  beside.commits.forEach((ms) => meter.time('commit', ms))
  const quantiles = (name: string) =>
    `p50 ${meter.quantile(name, 0.5).toFixed(1)} ms, p99 ${meter.quantile(name, 0.99).toFixed(1)} ms`
  report(
    `one idle process beside it: an empty round trip to the database ${quantiles('empty turn')}; a commit ${quantiles('commit')}`,
  )
  return judge(meter, { mb, broken, lost, trips: Math.max(...trips), wanted: drivers / 2, seconds, acceptMs })
}

const runCity = async (size: Size): Promise<boolean> => {
  const server = await makeServerProcess(
    { SIMULATED_SPEED: '20', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' },
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  )
  try {
    await server.start()
    const db = connectDatabase({
      connection: embeddedConnection(server.dataDir),
      // A database under load answers late; that is measured, and no reason to end.
      limits: {
        ...limits.database,
        connectMs: 60_000,
        requestPool: 4,
        listPool: 2,
        jobPool: 2,
        listStatementMs: 120_000,
      },
      log: createLogger('error'),
    })
    try {
      return await run(server, db, makeMeter(), size)
    } finally {
      await db.close()
    }
  } finally {
    await server.remove()
  }
}

let held = true
for (const size of sizes) held = (await runCity(size)) && held
process.exit(held ? 0 : 1)
