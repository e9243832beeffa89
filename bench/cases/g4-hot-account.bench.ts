import { settlement } from '@remis/domain/wallet/postings'
import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { post } from '../../server/wallet/post.ts'
import { bookingOf, driverOf } from '../city/rides.ts'
import { atOnce } from '../city/caller.ts'
import { insist, takeTurns, type Side } from '../pairs.ts'
import { rateRow } from '../report/row.ts'
import type { Found } from '../report/found.ts'
import { withRides } from '../with-postgres.ts'

/** G4: settlements that all go to the one revenue account, against the same spread over a thousand accounts. */
const WIDTH = 8
const RIDES = 40_000
const DRIVERS = 2000
const ACCOUNTS = 1000

const settle = (i: number): Posting =>
  settlement({
    bookingId: bookingOf(i),
    driver: driverOf(i % DRIVERS),
    customer: driverOf(0),
    driverShare: 17_391,
    convenienceFees: 2609,
    wallet: 20_000,
    card: 0,
    cash: 0,
    discount: 0,
    writtenOff: 0,
    surplus: 0,
  })

const spread = (posting: Posting, i: number): Posting => ({
  ...posting,
  entries: posting.entries.map((entry) =>
    entry.account === 'revenue'
      ? { account: 'prepayments', holder: `account ${i % ACCOUNTS}`, amount: entry.amount }
      : entry,
  ),
})

export const hotAccountBench = (): Promise<Found> =>
  withRides(RIDES, async (connection, client) => {
    const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
    let ride = 0
    const side =
      (make: (i: number) => Posting): Side =>
      async () => {
        await atOnce(WIDTH, 80, async () => {
          const i = ride++
          await db.transact((tx) => post(tx, [make(i)], { actorId: null, currency: 'UYU', at: Date.now() }))
        })
        return 80
      }
    try {
      const rates = await takeTurns({ ours: side(settle), spread: side((i) => spread(settle(i), i)) })
      insist(ride < RIDES, 'too few bookings were prepared')
      const { rows } = await client.query<{ n: string; sum: string; wallets: string }>(
        `select (select count(*) from ledger_transactions) as n, (select sum(amount) from ledger_entries) as sum,
          (select sum(balance) from wallets) as wallets`,
      )
      insist(Number(rows[0]?.n) === ride && Number(rows[0]?.sum) === 0, 'a settlement is missing')
      insist(Number(rows[0]?.wallets) === ride * 17_391, 'the balances of the wallets are wrong')
      const about = { goal: 'G4', what: `settlements to one revenue account, ${WIDTH} at once` }
      const peer = `the same over ${ACCOUNTS} accounts`
      return { rows: [rateRow({ ...about, peer, target: { atLeast: 0.9 } }, '/s', rates.ours, rates.spread)] }
    } finally {
      await db.close()
    }
  })
