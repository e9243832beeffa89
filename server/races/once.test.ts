import { refundToCard } from '@remis/domain/payments/payment-postings'
import {
  chargeRider,
  capture,
  hold,
  holdRelease,
  referralBonus,
  settlement,
  topUp,
  withdrawalAsked,
  withdrawalPaid,
  withdrawalRejected,
} from '@remis/domain/wallet/postings'
import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { executeMove } from '../booking/moves/execute-move.ts'
import { databaseFor } from '../testing/test-database.ts'
import { keyOf, openCity, type City, type TestActor } from '../testing/test-city.ts'
import type { Tx } from '../platform/database/database.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { post } from '../wallet/post.ts'
import { factsOf } from './trip-facts.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
let city: City
let rider: TestActor
let driver: TestActor
let booking: string

beforeAll(async () => {
  city = await openCity(database)
  rider = await city.person('rider')
  driver = await city.driver()
  booking = (await city.book(rider)).id
  await database.afterSetup()
})

/** Rolls back what these tests write, since no rule would write it. */
class Undo extends Error {}
const undone = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
  const story = db.transact(async (tx) => {
    await work(tx)
    throw new Undo()
  })
  await story.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
}
const by = { actorId: null, currency: 'UYU' }
const ref = 'reference'
/** A fee of 5 by a rider with this balance. */
const fee = (balance: number): Posting => {
  const [first] = chargeRider({
    kind: 'cancellation-fee',
    bookingId: booking,
    rider: rider.id,
    driver: driver.id,
    toDriver: 5,
    toRevenue: 0,
    fromPrepayments: 0,
    balance,
    guaranteed: false,
  })
  if (first === undefined) throw new Error('a charge without a posting')
  return first
}

describe('the last guard of the ledger: one fact is posted once, however often it is requested', () => {
  const once: [string, string, () => Posting, (() => Posting)?][] = [
    [
      'the settlement of a booking',
      'ledger_one_settlement',
      () =>
        settlement({
          bookingId: booking,
          driver: driver.id,
          customer: rider.id,
          driverShare: 90,
          convenienceFees: 10,
          wallet: 0,
          card: 0,
          cash: 100,
          discount: 0,
          writtenOff: 0,
          surplus: 0,
        }),
    ],
    ['its cancellation fee', 'ledger_one_cancellation_fee', () => fee(5)],
    ['its debt', 'debts_one_fee', () => fee(0)],
    ['the release of its hold', 'ledger_one_hold_release', () => holdRelease(booking, rider.id, 5)],
    ['a captured payment', 'ledger_one_per_reference', () => capture(booking, 'test', 5, ref)],
    ['a top-up', 'ledger_one_per_reference', () => topUp(rider.id, 'test', 5, ref)],
    [
      'a refund',
      'ledger_one_per_reference',
      () => refundToCard({ bookingId: booking, holder: booking, provider: 'test', amount: 5, reference: ref }),
    ],
    ['a withdrawal', 'ledger_one_withdrawal', () => withdrawalAsked(rider.id, 5, ref)],
    [
      'the end of a withdrawal',
      'ledger_withdrawal_ends_once',
      () => withdrawalPaid(5, ref),
      () => withdrawalRejected(rider.id, 5, ref),
    ],
    ['a referral', 'ledger_one_referral', () => referralBonus(driver.id, 5, rider.id)],
  ]

  it.each(once)('%s (%s)', async (_name, constraint, first, second = first) => {
    await expect(
      undone(async (tx) => {
        await post(tx, [first()], by)
        await post(tx, [second()], by)
      }),
    ).rejects.toMatchObject({ constraint })
  })

  it('a posting that does not sum to zero fails the commit (ledger_transaction_balances)', async () => {
    const [plus] = hold(booking, rider.id, 5).entries
    const lone = { ...hold(booking, rider.id, 5), entries: plus === undefined ? [] : [plus] }
    await expect(db.transact((tx) => post(tx, [lone], by))).rejects.toMatchObject({
      constraint: 'ledger_transaction_balances',
    })
  })

  it.each(['ledger_entries', 'ledger_transactions'])('%s take no change [invariants-M4]', async (table) => {
    const change = undone((tx) => sql`delete from ${sql.table(table)}`.execute(tx).then(() => undefined))
    await expect(change).rejects.toMatchObject({ constraint: 'ledger_is_append_only' })
  })
})

describe('the last guard of a booking', () => {
  /** Moves the booking while the rule decides, as a writer without the lock would. */
  const movedMeanwhile = (set: { version?: number; status?: 'CANCELLED' }) =>
    keyOf(
      undone(async (tx) => {
        await executeMove(city.server.app, tx, {
          id: booking,
          name: 'once',
          actor: { kind: 'rider', id: rider.id },
          address: '',
          decide: async (seen) => {
            await tx.updateTable('bookings').set(set).where('id', '=', booking).execute()
            return { move: 'cancel', from: seen.status, to: 'CANCELLED', patch: {} }
          },
        })
        // A move does not await its writes; a later query fails with them.
        await nowMs(tx)
      }),
    )

  it('a change is written only onto the version it was decided on', async () => {
    expect(await movedMeanwhile({ version: 0 })).toBe('ok')
    expect(await movedMeanwhile({ version: 7 })).toBe('booking_moved_on')
    expect((await factsOf(city).row(booking)).version).toBe(0)
  })

  it('and only onto the status', async () => {
    expect(await movedMeanwhile({ status: 'CANCELLED' })).toBe('booking_moved_on')
  })

  it('one event per version, one rating per side, one offer per driver (primary and unique keys)', async () => {
    const twice = (statement: ReturnType<typeof sql>) =>
      undone(async (tx) => {
        await statement.execute(tx)
        await statement.execute(tx)
      })
    const event = sql`insert into booking_events (booking_id, version, move, to_status, actor_kind, at)
      values (${booking}, 1, 'cancel', 'CANCELLED', 'rider', now())`
    await expect(twice(event)).rejects.toMatchObject({ constraint: 'booking_events_pkey' })
    const rating = sql`insert into ratings (booking_id, from_user, to_user, rate)
      values (${booking}, ${rider.id}, ${driver.id}, 5)`
    await expect(twice(rating)).rejects.toMatchObject({ constraint: 'ratings_pkey' })
    const offer = sql`insert into offers (id, booking_id, driver_id, offered_at, expires_at, pickup_distance)
      values (gen_random_uuid(), ${booking}, ${rider.id}, now(), now(), 0)`
    await expect(twice(offer)).rejects.toMatchObject({ constraint: 'offers_booking_id_driver_id_key' })
  })

  it('one booking per quote', async () => {
    const again = undone(async (tx) => {
      await sql`create temp table again on commit drop as select * from bookings where id = ${booking}`.execute(tx)
      await sql`update again set id = 'ZZZZZZZZZZ'`.execute(tx)
      await sql`insert into bookings select * from again`.execute(tx)
    })
    await expect(again).rejects.toMatchObject({ constraint: 'bookings_quote_id_key' })
  })

  it('a withdrawal is processed or rejected, never both', async () => {
    const both = undone(async (tx) => {
      await sql`insert into withdrawals (id, user_id, amount, currency, processed_at, rejected_at, reason, settled_by)
        values (gen_random_uuid(), ${driver.id}, 5, 'UYU', now(), now(), 'both', ${rider.id})`.execute(tx)
    })
    await expect(both).rejects.toMatchObject({ constraint: 'withdrawals_settled_once' })
  })
})
