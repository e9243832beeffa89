import { carTypePictureUrl } from '@remis/domain/files/file-kinds'
import { sql, type RawBuilder } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePaidBooking, type MadeBooking } from '../testing/make-booking.ts'
import { makePerson, type TestPerson } from '../testing/make-person.ts'
import { databaseFor } from '../testing/test-database.ts'
import type { Tx } from '../platform/database/database.ts'
import { findBroken, invariants } from './verify.ts'

const database = await databaseFor(import.meta.url)
const { db } = database
// Rolled-back changes count in the database's statistics too (M4).
database.expectBroken()
let rider: TestPerson
let driver: TestPerson
let booking: MadeBooking
let other: MadeBooking

beforeAll(async () => {
  rider = await makePerson(db, 'rider')
  driver = await makePerson(db, 'driver')
  ;[booking, other] = await db.transact(async (tx) => [
    await makePaidBooking(tx, rider, driver),
    await makePaidBooking(tx, rider, driver),
  ])
})

/** id of a file that nothing refers to */
const lost = newId()
/** id of an alert of someone who is not on the trip */
const foreignAlert = newId()

class Undo extends Error {}

/** Breaks something, runs the surveys and rolls back. */
const namedAfter = async (...breaks: RawBuilder<unknown>[]): Promise<Map<string, readonly string[]>> => {
  let found = new Map<string, readonly string[]>()
  await db
    .transact(async (tx: Tx) => {
      for (const one of breaks) await one.execute(tx)
      found = new Map((await findBroken(tx)).map((broken) => [broken.invariant, broken.rows]))
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return found
}

const noLedgerTriggers = [
  sql`drop trigger ledger_entries_append_only on ledger_entries`,
  sql`drop trigger ledger_transaction_balances on ledger_entries`,
]
const setBooking = (what: RawBuilder<unknown>) => sql`update bookings set ${what} where id = ${booking.id}`

describe('verify', () => {
  it('finds nothing in a sound database, and covers every invariant of the tables', async () => {
    expect(await findBroken(db.lists)).toEqual([])
    expect(invariants.map(({ id }) => id).toSorted()).toEqual(
      'M1 M2 M3 M4 M5 M6 M7 M9 M10 M11 M12 M13 M16 M17 M18 M19 T1 T2 T3 T4 T5 T6 T8 T9 T10 T11 T12 T13 T14 T15 P1 P2 P3 P4 P5 P6 P7 E1 E4 S1 A4 C1'
        .split(' ')
        .toSorted(),
    )
  })

  const entry = (account: string, holder: string | null, amount: number) =>
    sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
      values (${booking.settlementId}, ${account}, ${holder}, ${amount}, 'UYU')`

  const gone = newId()
  const addPromo = (used: number) => sql`
    insert into promos (id, promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value,
      promo_validity, promo_usage_limit, user_avail) values (${gone}, 'TEN', 'flat', 10, 10, '2030-01-01', 1, ${used})`

  const attempt = 'RP01JZ0000000000000000000000'
  /** A paid attempt without a posting. */
  const addPayment = (amount: number) => sql`
    insert into payments (id, purpose, booking_id, user_id, provider, amount, currency, description, status, use,
      return_key_hash, provider_payment_id, paid_at)
    values (${attempt}, 'booking', ${booking.id}, ${rider.id}, 'test', ${amount}, 'UYU', 'a trip', 'PAID', 'applied',
      '', 'money', now())`

  /** For each invariant a change that breaks it and the rows to be reported. */
  const faults: Record<string, () => { breaks: RawBuilder<unknown>[]; names: string[] }> = {
    M1: () => ({ breaks: [...noLedgerTriggers, entry('bank', null, 5)], names: [booking.settlementId] }),
    M2: () => ({ breaks: [...noLedgerTriggers, entry('bank', null, 5)], names: ['UYU'] }),
    M3: () => ({ breaks: [sql`update wallets set balance = balance + 1`], names: [driver.id] }),
    M4: () => ({
      breaks: [sql`drop trigger ledger_transactions_append_only on ledger_transactions`],
      names: ['ledger_transactions_append_only'],
    }),
    M5: () => ({ breaks: [setBooking(sql`cash_payment_amount = cash_payment_amount - 1`)], names: [booking.id] }),
    M6: () => ({
      breaks: [
        sql`drop index ledger_one_settlement`,
        sql`drop trigger ledger_transactions_append_only on ledger_transactions`,
        sql`update ledger_transactions set booking_id = ${other.id} where id = ${booking.settlementId}`,
      ],
      names: [booking.id, other.id],
    }),
    M7: () => ({
      breaks: [
        sql`drop index payment_events_once`,
        ...[1, 2].map(
          () => sql`insert into payment_events (id, provider, event_key, source, verdict, outcome)
            values (${newId()}, 'test', 'one', 'webhook', 'ignored', '{}')`,
        ),
      ],
      names: ['test one'],
    }),
    M9: () => ({ breaks: [addPayment(500)], names: [attempt] }),
    M13: () => ({
      breaks: [
        addPayment(500),
        sql`drop trigger refunds_stay_within_payment on refunds`,
        ...['a', 'b'].map(
          (key) => sql`insert into refunds (id, payment_id, key, amount, currency, reason)
            values (${newId()}, ${attempt}, ${key}, 300, 'UYU', 'cancel')`,
        ),
      ],
      names: [attempt],
    }),
    M10: () => ({
      breaks: [
        entry('wallet', rider.id, -5),
        entry('bank', null, 5),
        sql`insert into wallets values (${rider.id}, -5)`,
      ],
      names: [rider.id],
    }),
    M17: () => ({
      breaks: [
        sql`insert into debts (id, rider_id, driver_id, booking_id, reason, amount, rest, currency)
          values (${gone}, ${rider.id}, ${driver.id}, ${booking.id}, 'cancellation-fee', 50, 40, 'UYU')`,
        sql`insert into wallets (user_id, balance, owed) values (${rider.id}, 0, 41)`,
        sql`insert into ledger_transactions (id, kind) values (${gone}, 'debt')`,
        sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
          values (${gone}, 'receivable', ${rider.id}, -40, 'UYU'), (${gone}, 'pending-fees', ${driver.id}, 39, 'UYU'),
            (${gone}, 'wallet', ${driver.id}, 1, 'UYU')`,
      ],
      names: [gone, rider.id],
    }),
    M19: () => ({ breaks: [setBooking(sql`debt_due = 5, debt_paid = 5`)], names: [booking.id] }),
    M11: () => ({
      breaks: [
        sql`insert into withdrawals (id, user_id, amount, currency) values (${gone}, ${driver.id}, 5, 'UYU')`,
        sql`insert into ledger_transactions (id, kind, reference) values (${gone}, 'withdrawal', ${rider.id})`,
        sql`insert into ledger_entries (transaction_id, account, amount, currency)
          values (${gone}, 'withdrawals-payable', 5, 'UYU'), (${gone}, 'bank', -5, 'UYU')`,
      ],
      names: [gone, rider.id],
    }),
    M12: () => ({
      breaks: [
        sql`insert into ledger_transactions (id, kind, reference) values (${gone}, 'referral', ${rider.id})`,
        sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
          values (${gone}, 'wallet', ${rider.id}, 5, 'UYU'), (${gone}, 'referral-expense', null, -5, 'UYU')`,
      ],
      names: [rider.id],
    }),
    P1: () => ({ breaks: [addPromo(1)], names: [gone] }),
    P2: () => ({
      breaks: [
        addPromo(1),
        sql`insert into promo_redemptions values (${booking.id}, ${gone}, ${rider.id}, now(), null)`,
        sql`update bookings set promo_applied = true, promo_details = ${JSON.stringify({ id: gone })} where id = ${other.id}`,
      ],
      names: [booking.id, other.id],
    }),
    M16: () => ({ breaks: [entry('prepayments', booking.id, 7), entry('bank', null, -7)], names: [booking.id] }),
    T1: () => ({
      breaks: [sql`drop index bookings_one_trip_per_driver`, sql`update bookings set status = 'ACCEPTED'`],
      names: [driver.id],
    }),
    T2: () => ({
      breaks: [
        sql`update booking_events set actor_id = ${rider.id} where booking_id = ${booking.id} and move = 'accept'`,
      ],
      names: [booking.id],
    }),
    T3: () => ({
      breaks: [sql`delete from booking_events where booking_id = ${booking.id} and version = 2`],
      names: [booking.id],
    }),
    T4: () => ({
      breaks: [
        sql`insert into booking_events (booking_id, version, move, from_status, to_status, actor_kind, at)
          values (${booking.id}, 6, 'cancel', 'COMPLETE', 'CANCELLED', 'system', now())`,
      ],
      names: [booking.id],
    }),
    T5: () => ({ breaks: [sql`update users set queue = true where id = ${driver.id}`], names: [driver.id] }),
    T6: () => ({
      breaks: [sql`update offers set expires_at = offered_at + interval '1 second' where booking_id = ${booking.id}`],
      names: [booking.id],
    }),
    T8: () => ({
      breaks: [sql`alter table bookings drop constraint bookings_code_tries_check`, setBooking(sql`code_tries = 6`)],
      names: [booking.id],
    }),
    T9: () => ({
      breaks: [setBooking(sql`start_time = driver_arrive_time - interval '1 second'`)],
      names: [booking.id],
    }),
    T10: () => ({
      breaks: [setBooking(sql`status = 'NEW', search_until = now() - interval '2 hours'`)],
      names: [booking.id],
    }),
    T11: () => ({
      breaks: [
        setBooking(sql`status = 'NEW', release_at = now() - interval '2 hours'`),
        ...[6, 7].map(
          (
            version,
          ) => sql`insert into booking_events (booking_id, version, move, from_status, to_status, actor_kind, at)
            values (${other.id}, ${version}, 'release', 'NEW', 'NEW', 'system', now())`,
        ),
      ],
      names: [booking.id, other.id],
    }),
    T12: () => ({
      breaks: [setBooking(sql`fare = jsonb_set(fare, '{final,distanceKm}', '7')`)],
      names: [booking.id],
    }),
    T13: () => ({
      breaks: [
        setBooking(sql`predecessor = ${other.id}, cancelled_drivers = array[${driver.id}::uuid]`),
        sql`update bookings set successor = ${booking.id} where id = ${other.id}`,
      ],
      names: [booking.id],
    }),
    // What a driver could write before points counted by their own time: a backdated point, and km that no car drives.
    T14: () => ({
      breaks: [
        sql`update driven_tracks set first_at = first_at - interval '20 minutes' where booking_id = ${booking.id}`,
        sql`update bookings set fare = jsonb_set(fare, '{final,distanceKm}', '50') where id = ${other.id}`,
      ],
      names: [booking.id, other.id],
    }),
    T15: () => ({
      breaks: [
        sql`insert into traffic_samples (booking_id, road_class, at, hour, ratio, seconds)
          values (${booking.id}, 'main', now() + interval '1 day', 8, 1.5, 100)`,
      ],
      names: [booking.id],
    }),
    P3: () => ({
      breaks: [
        sql`insert into ratings (booking_id, from_user, to_user, rate) values (${booking.id}, ${rider.id}, ${driver.id}, 4)`,
      ],
      names: [driver.id],
    }),
    E4: () => ({
      breaks: [
        sql`insert into sessions (id, user_id, token_hash, expires_at) values (${lost}, ${rider.id}, '\\x02', now())`,
        sql`insert into push_tokens (id, token_hash, user_id, session_id, kind, platform, sealed)
          overriding system value values (4711, '\\x01', ${driver.id}, ${lost}, 'web', 'WEB', '')`,
      ],
      names: ['4711'],
    }),
    P4: () => ({
      breaks: [
        sql`insert into cancel_reasons values (gen_random_uuid(), 1, 'one')`,
        sql`insert into languages (id, lang_name, lang_locale, date_locale) values (gen_random_uuid(), 'a', 'a', 'a')`,
        sql`drop index users_referral_id`,
        sql`update users set referral_id = 'same'`,
      ],
      names: ['languages', 'cancel_reasons', 'same'],
    }),
    P5: () => ({
      breaks: [sql`drop index users_mobile`, sql`update users set mobile = '+59899123456'`],
      names: ['+59899123456'],
    }),
    P7: () => ({
      breaks: [
        sql`insert into files (id, owner_id, kind, name, bytes, loose_since)
          values (${lost}, ${rider.id}, 'profileImage', ${'a'.repeat(32)}, 1, null)`,
        sql`insert into car_types (id, name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type)
          values (gen_random_uuid(), 'Pictured', ${carTypePictureUrl(gone)}, 1, 1, 'flat')`,
      ],
      names: [lost, gone],
    }),
    C1: () => ({
      breaks: [
        // a stranger in one chat, a missing number and a wrong count in the other
        ...[booking.id, other.id].map((id) => sql`insert into chats (booking_id, last_n) values (${id}, 1)`),
        sql`insert into chat_sides (booking_id, source, user_id, unread) values
          (${booking.id}, 'rider', ${driver.id}, 0), (${booking.id}, 'driver', ${driver.id}, 1),
          (${other.id}, 'rider', ${rider.id}, 0), (${other.id}, 'driver', ${driver.id}, 0)`,
        sql`insert into chat_messages (booking_id, n, source, client_id, type, message) values
          (${booking.id}, 1, 'rider', ${gone}, 'text', 'Hello')`,
      ],
      names: [booking.id, other.id],
    }),
    P6: () => ({
      breaks: [sql`update users set erased_at = clock_timestamp() where id = ${rider.id}`],
      names: [`users of ${rider.id}`, `sessions of ${rider.id}`, `bookings of ${rider.id}`, `quotes of ${rider.id}`],
    }),
    M18: () => ({
      breaks: [
        sql`insert into day_closes (day, since, until, timezone, currency, recorded, postings, opening, closing, closed_by,
            closed_at, hash)
          values ('2020-01-01', '2020-01-01Z', '2020-01-02Z', 'UTC', 'UYU', '{}', '[]', '{}', '{"bank": 5}', ${rider.id},
            now(), 'x')`,
      ],
      names: ['2020-01-01'],
    }),
    A4: () => ({
      breaks: [sql`insert into audit_seals (id, upto, sealed, hash) overriding system value values (900, 9, 1, 'x')`],
      names: ['seal 900'],
    }),
    S1: () => ({
      breaks: [
        sql`drop index safety_alerts_open`,
        ...[gone, lost].flatMap((id) => [
          sql`insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at)
            values (${id}, ${booking.id}, ${rider.id}, 'rider', 'panic', now())`,
          sql`insert into safety_events (id, alert_id, what) values (gen_random_uuid(), ${id}, 'sent')`,
        ]),
        sql`insert into safety_alerts (id, booking_id, user_id, role, kind, pressed_at)
          values (${foreignAlert}, ${other.id}, ${driver.id}, 'rider', 'panic', now())`,
      ],
      names: [[gone, lost].toSorted()[0]!, foreignAlert],
    }),
    E1: () => ({
      breaks: [sql`delete from outbox where subject = ${booking.id} and version = 3`],
      names: [`${booking.id} v3`],
    }),
  }

  it.each(invariants.map(({ id, says }) => [id, says]))('reports a break of %s: %s', async (id) => {
    const fault = faults[id]
    if (!fault) throw new Error(`no fault is defined for ${id}`)
    const { breaks, names } = fault()
    const found = [...((await namedAfter(...breaks)).get(id) ?? [])]
    // PostgreSQL also counts rolled-back changes of other cases, up to a second later.
    const broken = found.filter((name) => !name.endsWith(' was changed'))
    expect(broken.sort()).toEqual([...names].sort())
  })

  it('would have seen a fee paid to the driver that the rider has not paid [design/money-34]', async () => {
    const paidOut = await namedAfter(
      sql`insert into ledger_transactions (id, kind, booking_id) values (${gone}, 'cancellation-fee', ${booking.id})`,
      sql`insert into ledger_entries (transaction_id, account, holder, amount, currency)
        values (${gone}, 'wallet', ${rider.id}, -80, 'UYU'), (${gone}, 'wallet', ${driver.id}, 80, 'UYU')`,
      sql`insert into wallets (user_id, balance) values (${rider.id}, -80)`,
    )
    expect(paidOut.get('M10')).toEqual([rider.id])
  })

  it.each<[string, () => RawBuilder<unknown>]>([
    ['a point after the end', () => sql`update driven_tracks set last_at = last_at + interval '6 seconds'`],
    ['seconds that the server did not measure', () => sql`update bookings set total_trip_time = 1800`],
    ['a charged track without points', () => sql`update driven_tracks set points = 1`],
  ])('T14 reports %s', async (_, change) => {
    expect((await namedAfter(change())).get('T14')?.toSorted()).toEqual([booking.id, other.id].toSorted())
  })

  it('reports the second half of invariants with two halves', async () => {
    const named = async (name: string, ...breaks: RawBuilder<unknown>[]) => (await namedAfter(...breaks)).get(name)
    const outbox = (version: number) =>
      sql`insert into outbox (kind, subject, version, audience) values ('booking', ${booking.id}, ${version}, '{}')`
    expect(await named('E1', outbox(3))).toEqual([`${booking.id} v3`])
    expect(await named('E1', outbox(9))).toEqual([`${booking.id} v9`])
    const ofBooking = sql`where booking_id = ${booking.id}`
    expect(await named('T10', sql`update offers set outcome = null ${ofBooking}`)).toEqual([booking.id])
    const assigned = (ends: string) =>
      named(
        'T10',
        setBooking(sql`status = 'NEW', search_until = now() - interval '2 hours'`),
        sql`update offers set kind = 'assign', wave = null, outcome = null, expires_at = now() + ${ends}::interval
          ${ofBooking}`,
      )
    expect([await assigned('1 minute'), await assigned('-2 minutes')]).toEqual([undefined, [booking.id]])
    expect(await named('T3', sql`delete from booking_events ${ofBooking}`)).toEqual([booking.id])
    expect(await named('T3', setBooking(sql`version = 4`))).toEqual([booking.id])
    const settledAgain = await namedAfter(
      sql`drop index ledger_one_settlement`,
      sql`insert into ledger_transactions (id, kind, booking_id) values (${gone}, 'settlement', ${booking.id})`,
    )
    expect(settledAgain.get('M6')).toEqual([booking.id])
    const dearer = sql`trip_cost = trip_cost + 100, driver_share = driver_share + 100,
      cash_payment_amount = cash_payment_amount + 100`
    expect(await named('T12', setBooking(dearer))).toEqual([booking.id])
  })
})
