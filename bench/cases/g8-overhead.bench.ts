import { bookingOf, endSearches, riderToken } from '../city/rides.ts'
import { atOnce, openCaller } from '../city/caller.ts'
import { startServer } from '../city/start-server.ts'
import { insist, takeTurns, type Side } from '../pairs.ts'
import { rateRow } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/**
 * G8: reading one booking, with session, policy, view and schema, against a bare Fastify that answers the same bytes.
 */
const WIDTH = 8
const BATCH = 80
/** Each client reads another booking than the others. */
const RIDES = 50

export const overheadBench = (): Promise<Found> =>
  withRides(RIDES, async (connection, client) => {
    await endSearches(client)
    const ours = await startServer({ kind: 'ours', connection })
    const still = await startServer({ kind: 'ours-still', connection })
    const [caller, inMemory] = [openCaller(ours.url, WIDTH), openCaller(still.url, WIDTH)]
    const pathOf = (i: number): string => `/api/bookings/${bookingOf(i % RIDES)}`
    const headers = { authorization: `Bearer ${riderToken}` }
    const first = await caller.call('GET', pathOf(0), headers)
    insist(
      first.status === 200 && first.body.includes(bookingOf(0)),
      `our server answers ${first.status}: ${first.body}`,
    )
    const reply = JSON.parse(first.body) as unknown
    const bare = await startServer({ kind: 'bare', connection, reply })
    const other = openCaller(bare.url, WIDTH)
    const side =
      (from: typeof caller, where: (i: number) => string, more: Record<string, string>): Side =>
      async () => {
        await atOnce(WIDTH, BATCH, async (i) => {
          const answer = await from.call('GET', where(i), more)
          insist(answer.status === 200 && answer.body.length === first.body.length, 'another answer')
        })
        return BATCH
      }
    try {
      const rates = await takeTurns({
        ours: side(caller, pathOf, headers),
        inMemory: side(inMemory, () => pathOf(0), headers),
        still: side(other, () => '/still', {}),
        one: side(other, (i) => `/one/${bookingOf(i % RIDES)}`, {}),
      })
      const about = { goal: 'G8', what: 'GET booking' }
      const note =
        'ours asks PostgreSQL for the session, then for the booking with its clock; queries of calls that arrive together are batched.'
      return {
        rows: [
          rateRow({ ...about, peer: 'bare Fastify, one prepared query', note }, '/s', rates.ours, rates.one),
          rateRow(
            { goal: 'G8', what: 'GET booking, database out of memory', peer: 'bare Fastify' },
            '/s',
            rates.inMemory,
            rates.still,
          ),
        ],
      }
    } finally {
      caller.close()
      inMemory.close()
      other.close()
      await Promise.all([ours, still, bare].map((server) => server.stop()))
    }
  })
