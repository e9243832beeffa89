import type pg from 'pg'
import { openDriverFleet, type DriverFleet } from '../city/driver-fleet.ts'
import { bookingOf, driverOf, endSearches } from '../city/rides.ts'
import { insist, quantile, ratiosOf, ROUNDS, SECONDS, spreadOf } from '../pairs.ts'
import { short, type Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/** G2: a driver's position from the wire until it is authenticated, validated, indexed and queued. */
const DRIVERS = 600
const WAVES = Math.max(5, Math.round(SECONDS * 10))
const PER_SECOND = 1000
const PINGS_PER_COMMIT = 500
const FRESH_MS = 50

/** Transactions that wrote something so far, including those of the server's sweeps. */
const commits = async (client: pg.Client): Promise<number> =>
  Number((await client.query<{ n: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as n')).rows[0]?.n)

/** Puts every second driver on a trip: their points are committed before the answer [design/tracking-7]. */
const beginTrips = (client: pg.Client) =>
  client.query(
    `update bookings set status = 'ACCEPTED', cancelled_at = null, driver = bench_driver(i), driver_name = 'Driver',
        accepted_at = now()
      from generate_series(0, ${DRIVERS - 1}, 2) i where id = bench_booking(i)`,
  )

/**
 * Checks that the last position of each driver is found by a search and stored, and that trips have all their points.
 */
const checkTaken = async (client: pg.Client, fleet: DriverFleet, sentBeforeTrips: readonly number[]): Promise<void> => {
  const { where } = await fleet.query(DRIVERS)
  for (const { driver, last } of fleet.links)
    insist(where[driver]?.lat === last.lat && where[driver]?.at === last.at, `driver ${driver} is not where it is`)
  await new Promise((done) => setTimeout(done, 2500))
  const { rows } = await client.query<{ driver: string; seq: string }>(
    'select driver_id as driver, seq from driver_positions',
  )
  const written = new Map(rows.map(({ driver, seq }) => [driver, Number(seq)]))
  const { rows: points } = await client.query<{ id: string; n: string }>(
    'select booking_id as id, count(*) as n from track_points where seq > 0 group by booking_id',
  )
  const stored = new Map(points.map(({ id, n }) => [id, Number(n)]))
  for (const { driver, last } of fleet.links) {
    insist(written.get(driverOf(driver)) === last.seq, `the last position of driver ${driver} is not stored`)
    const expected = driver % 2 === 0 ? last.seq - (sentBeforeTrips[driver] ?? 0) : 0
    insist((stored.get(bookingOf(driver)) ?? 0) === expected, `the trip of driver ${driver} lacks points`)
  }
}

interface Fleets {
  readonly ours: DriverFleet
  readonly parsing: DriverFleet
  readonly answering: DriverFleet
}

interface Flooded extends Readonly<Record<keyof Fleets, readonly number[]>> {
  /** our server */
  readonly pingsPerCommit: readonly number[]
}

const floodInTurns = async (client: pg.Client, { ours, parsing, answering }: Fleets): Promise<Flooded> => {
  const found = { ours: [], parsing: [], answering: [], pingsPerCommit: [] } as Record<keyof Flooded, number[]>
  for (const fleet of [ours, parsing, answering]) await fleet.flood(WAVES)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await commits(client)
    found.ours.push(await ours.flood(WAVES))
    found.pingsPerCommit.push((WAVES * DRIVERS) / Math.max(1, (await commits(client)) - before))
    found.parsing.push(await parsing.flood(WAVES))
    found.answering.push(await answering.flood(WAVES))
  }
  return found
}

/** The devices wait for an acknowledgement: measures what that alone costs. */
const besideAnswering = ({ ours, answering }: Flooded): string =>
  `a ws server that also answers each: ${short(spreadOf(answering).median)}, of which ours does ${spreadOf(ratiosOf(ours, answering)).median.toFixed(2)}.`

const rowsOf = (who: string, flooded: Flooded, note: string): Row[] => {
  const { ours, parsing, pingsPerCommit } = flooded
  return [
    {
      goal: 'G2',
      what: `positions taken, ${who}`,
      peer: 'a ws server that only parses them',
      ours: `${short(spreadOf(ours).median)} per s of processor`,
      theirs: `${short(spreadOf(parsing).median)}`,
      ratio: spreadOf(ratiosOf(ours, parsing)),
      note: `${note} ${besideAnswering(flooded)}`,
    },
    {
      goal: 'G2',
      what: `positions for each commit, ${who}`,
      peer: 'bar',
      ours: short(spreadOf(pingsPerCommit).median),
      theirs: String(PINGS_PER_COMMIT),
      ratio: spreadOf(pingsPerCommit.map((pings) => pings / PINGS_PER_COMMIT)),
      target: { atLeast: 1 },
    },
  ]
}

export const ingestBench = (): Promise<Found> =>
  withRides(DRIVERS, async (connection, client) => {
    await endSearches(client)
    const parsing = await openDriverFleet({ way: 'ws', connection }, DRIVERS)
    const answering = await openDriverFleet({ way: 'ws that answers', connection }, DRIVERS)
    const ours = await openDriverFleet({ way: 'ours', connection }, DRIVERS)
    const fleets = { ours, parsing, answering }
    try {
      const note = `${DRIVERS} links send one each and wait for all; each was answered, found by a search and stored.`
      const free = rowsOf('no driver on a trip', await floodInTurns(client, fleets), note)
      const sentBefore = ours.links.map(({ last }) => last.seq)
      await beginTrips(client)
      const onTrips = `the points of a trip are committed before the answer, those of many trips together; a wave of ${DRIVERS} that waits for its answers is the most one commit can take.`
      const trips = rowsOf('half of them on a trip', await floodInTurns(client, fleets), onTrips)
      const took = await ours.pace(PER_SECOND, Math.max(2, SECONDS))
      await checkTaken(client, ours, sentBefore)
      const slow = quantile(took, 0.99)
      const fresh: Row = {
        goal: 'G2',
        what: `99 % of positions in the index, ${short(PER_SECOND)} a second`,
        peer: 'bar',
        ours: `${short(slow)} ms`,
        theirs: `${FRESH_MS} ms`,
        ratio: { median: slow / FRESH_MS, low: quantile(took, 0.5) / FRESH_MS, high: Math.max(...took) / FRESH_MS },
        target: { atMost: 1 },
        note: 'until the answer, which comes after the index has it; half of the drivers on a trip. The spread is from the median to the slowest.',
      }
      return { rows: [...free, ...trips, fresh] }
    } finally {
      for (const fleet of Object.values(fleets)) fleet.close()
    }
  })
