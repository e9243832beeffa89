import type pg from 'pg'
import { atOnce, openCaller } from '../city/caller.ts'
import { bookingOf, tokenOf } from '../city/rides.ts'
import { startServer } from '../city/start-server.ts'
import { insist, quantile, spreadOf } from '../pairs.ts'
import { short, type Row } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/** G5: fifty drivers accept one booking in the same moment, against one driver accepting alone. */
const CROWD = 50
const TIMES = 40

/** All drivers of the crowd have an offer of the first driver's booking. */
const offerToAll = (client: pg.Client, first: number) =>
  client.query(
    `insert into offers (id, booking_id, driver_id, offered_at, expires_at, pickup_distance)
      select gen_random_uuid(), bench_booking($1), bench_driver(i), now(), now() + interval '1 hour', 1
      from generate_series($1 + 1, $1 + ${CROWD - 1}) i`,
    [first],
  )

export const crowdBench = (): Promise<Found> =>
  withRides((TIMES + 3) * (CROWD + 1), async (connection, client) => {
    const ours = await startServer({ kind: 'ours', connection })
    const caller = openCaller(ours.url, CROWD)
    const accept = async (booking: number, driver: number): Promise<string> => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${tokenOf(driver)}`,
        'idempotency-key': `crowd-${booking}-${driver}`,
      }
      const { status, body } = await caller.call('POST', `/api/bookings/${bookingOf(booking)}/accept`, headers, '{}')
      return status === 200 ? 'ok' : `${status} ${body}`
    }
    const alone: number[] = []
    const together: number[] = []
    try {
      for (let time = -3; time < TIMES; time++) {
        const first = (time + 3) * (CROWD + 1)
        await offerToAll(client, first)
        const one = performance.now()
        const lone = await accept(first + CROWD, first + CROWD)
        insist(lone === 'ok', `the lone driver was refused: ${lone}`)
        const two = performance.now()
        const answers: string[] = []
        await atOnce(CROWD, CROWD, async (i) => void answers.push(await accept(first, first + i)))
        const three = performance.now()
        const won = answers.filter((answer) => answer === 'ok').length
        const lost = answers.filter((answer) => answer.includes('booking_taken')).length
        insist(won === 1 && lost === CROWD - 1, `${won} won, ${lost} got booking_taken: ${answers.join(' ')}`)
        if (time < 0) continue
        alone.push(two - one)
        together.push(three - two)
      }
    } finally {
      caller.close()
      await ours.stop()
    }
    const slow = quantile(together, 0.99)
    const rows: Row[] = [
      {
        goal: 'G5',
        what: `${CROWD} drivers accept one booking, last answer`,
        peer: 'one driver alone',
        ours: `${short(spreadOf(together).median)} ms`,
        theirs: `${short(spreadOf(alone).median)} ms`,
        ratio: spreadOf(together.map((ms, time) => ms / (alone[time] ?? Number.NaN))),
        target: { atMost: 15 },
        note: `${TIMES} times: one winner each, ${CROWD - 1} got booking_taken; 99 % of last answers within ${short(slow)} ms (target 60 ms on a separate machine).`,
      },
    ]
    return { rows }
  })
