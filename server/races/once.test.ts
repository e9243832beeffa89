import { refundToCard } from '@remis/domain/payments/payment-postings'
import {
  chargeRider,
  capture,
  hold,
  holdRelease,
  referralBonus,
  reversal,
  settlement,
  topUp,
  withdrawalAsked,
  withdrawalPaid,
  withdrawalRejected,
} from '@remis/domain/wallet/postings'
import type { Posting } from '@remis/domain/wallet/ledger-entry'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
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
    ['a reversal', 'ledger_one_reversal', () => reversal(capture(booking, 'test', 5, 'another'), ref)],
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

  it('one successor (bookings_one_successor)', async () => {
    const others = [await city.book(await city.person('rider')), await city.book(await city.person('rider'))]
    const ids = others.map(({ id }) => id)
    const both = undone(async (tx) => {
      await tx
        .updateTable('bookings')
        .set({ predecessor: booking, cancelled_drivers: [driver.id] })
        .where('id', 'in', ids)
        .execute()
    })
    await expect(both).rejects.toMatchObject({ constraint: 'bookings_one_successor' })
  })

  it('a withdrawal is processed or rejected, never both', async () => {
    const both = undone(async (tx) => {
      await sql`insert into withdrawals (id, user_id, amount, currency, processed_at, rejected_at, reason, settled_by)
        values (gen_random_uuid(), ${driver.id}, 5, 'UYU', now(), now(), 'both', ${rider.id})`.execute(tx)
    })
    await expect(both).rejects.toMatchObject({ constraint: 'withdrawals_settled_once' })
  })
})

describe('the last guard of rows that exist once', () => {
  const id = sql`gen_random_uuid()`
  const random = sql`md5(random()::text)`
  const file = randomUUID()
  const documentOf = (state: 'waiting' | 'accepted') =>
    sql`with f as (insert into files (id, owner_id, kind, name, bytes)
        values (${id}, ${driver.id}, 'driverDocument', ${random}, 1) returning id)
      insert into driver_documents (id, driver_id, kind, file_id, state)
      select ${id}, ${driver.id}, 'licence', f.id, ${state} from f`
  const rows: Readonly<Record<string, () => ReturnType<typeof sql>>> = {
    users_email: () => sql`insert into users (id, first_name, last_name, usertype, approved, referral_id, email)
      values (${id}, 'Once', 'Only', 'rider', true, ${random}, 'once@example.org')`,
    users_mobile: () => sql`insert into users (id, first_name, last_name, usertype, approved, referral_id, mobile)
      values (${id}, 'Once', 'Only', 'rider', true, ${random}, '+59899000000')`,
    users_referral_id: () => sql`insert into users (id, first_name, last_name, usertype, approved, referral_id)
      values (${id}, 'Once', 'Only', 'rider', true, 'ONCE')`,
    languages_one_default: () => sql`insert into languages (id, lang_name, lang_locale, date_locale, is_default)
      values (${id}, 'Once', ${random}, 'en', true)`,
    promos_name: () => sql`insert into promos (id, promo_name, promo_discount_type, promo_discount_value,
        max_promo_discount_value, promo_validity, promo_usage_limit)
      values (${id}, 'ONCE', 'flat', 1, 1, '2099-01-01', 1)`,
    car_types_name: () => sql`insert into car_types (id, name, image, rate_per_unit_distance, rate_per_hour,
        convenience_fee_type) values (${id}, 'Once', 'van', 1, 1, 'flat')`,
    saved_views_name: () => sql`insert into saved_views (id, user_id, name, address)
      values (${id}, ${rider.id}, 'Once', '{}')`,
    saved_addresses_one_place: () => sql`insert into saved_addresses (id, user_id, description, lat, lng, place)
      values (${id}, ${rider.id}, 'Once', 0, 0, 'home')`,
    driver_documents_waiting: () => documentOf('waiting'),
    driver_documents_accepted: () => documentOf('accepted'),
    data_exports_one_open: () => sql`insert into data_exports (id, user_id) values (${id}, ${rider.id})`,
    pushes_notice: () => sql`insert into pushes (id, user_id, token_hash, notice_id, next_try_at, expires_at)
      values (${id}, ${rider.id}, 'token', ${file}, now(), now())`,
    chat_messages_file: () => sql`with f as (insert into files (id, owner_id, kind, name, bytes, booking_id)
          values (${file}, ${rider.id}, 'chat_image', ${random}, 1, ${booking}) on conflict (id) do nothing),
        c as (insert into chats (booking_id) values (${booking}) on conflict do nothing)
      insert into chat_messages (booking_id, n, source, client_id, type, message, file_id)
      select ${booking}, count(*) + 1, 'rider', ${id}, 'photo', '', ${file} from chat_messages
        where booking_id = ${booking}`,
  }

  it.each(Object.entries(rows))('%s', async (constraint, row) => {
    const twice = undone(async (tx) => {
      await row().execute(tx)
      await row().execute(tx)
    })
    await expect(twice).rejects.toMatchObject({ constraint })
  })
})
