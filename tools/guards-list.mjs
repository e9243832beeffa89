/** A constraint or trigger that is dropped from the test's own database. */
const dropped = (statement) => ({ sql: statement })
const index = (name) => dropped(`drop index ${name}`)
const constraint = (table, name) => dropped(`alter table ${table} drop constraint ${name}`)
const trigger = (table, name) => dropped(`drop trigger ${name} on ${table}`)

/** Code that is taken out of a copy of the sources: `from` must stand there exactly once. */
const without = (file, from, to = '') => ({ file, from, to })

const races = (name) => `server/races/${name}.test.ts`
const once = races('once')
const bookingRaces = 'server/booking/booking-races.test.ts'
const settling = 'server/payments/settle-payment.test.ts'
const payWebhook = races('pay-webhook')

/**
 * Every guard of a race: what it is, how it is removed, and the test that must turn red then (a file and a part of the
 * test's full name). Guards that only stand behind another one are tested directly, past the first.
 *
 * Not listed, since nothing can be seen without them: the locks of an offer, of a payment and of a withdrawal, whose
 * booking, order or guarded update already keeps others out; and the busy flag in `accept`, which
 * `bookings_one_trip_per_driver` repeats word for word.
 */
export const guards = [
  // unique indexes, keys, constraints, triggers
  {
    guard: 'index bookings_one_trip_per_driver',
    remove: index('bookings_one_trip_per_driver'),
    file: bookingRaces,
    test: 'is stopped by the unique index where the flag of a driver lied',
  },
  {
    guard: 'key bookings (quote_id)',
    remove: constraint('bookings', 'bookings_quote_id_key'),
    file: once,
    test: 'one booking per price',
  },
  {
    guard: 'key booking_events (booking, version)',
    remove: constraint('booking_events', 'booking_events_pkey'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
  },
  {
    guard: 'key ratings (booking, from)',
    remove: constraint('ratings', 'ratings_pkey'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
  },
  {
    guard: 'key offers (booking, driver)',
    remove: constraint('offers', 'offers_booking_id_driver_id_key'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
    // Offering itself asks for the key: it must find the way without it, or all stories end before they begin.
    also: without(
      'server/dispatch/offers/offer-store.ts',
      `      .onConflict((conflict) =>
        conflict
          .columns(['booking_id', 'driver_id'])
          .doUpdateSet({
            offered_at: (eb) => eb.ref('excluded.offered_at'),`,
      `      .onConflict((conflict) =>
        conflict
          .columns(['id'])
          .doUpdateSet({
            offered_at: (eb) => eb.ref('excluded.offered_at'),`,
    ),
  },
  {
    guard: 'index ledger_one_settlement',
    remove: index('ledger_one_settlement'),
    file: once,
    test: 'the settlement of a booking (ledger_one_settlement)',
  },
  {
    guard: 'index ledger_one_cancellation_fee',
    remove: index('ledger_one_cancellation_fee'),
    file: once,
    test: 'its cancellation fee (ledger_one_cancellation_fee)',
  },
  {
    guard: 'index ledger_one_hold_release',
    remove: index('ledger_one_hold_release'),
    file: once,
    test: 'the release of its hold (ledger_one_hold_release)',
  },
  {
    guard: 'index ledger_one_per_reference',
    remove: index('ledger_one_per_reference'),
    file: once,
    test: 'a captured payment (ledger_one_per_reference)',
  },
  {
    guard: 'index ledger_one_withdrawal',
    remove: index('ledger_one_withdrawal'),
    file: once,
    test: 'a withdrawal (ledger_one_withdrawal)',
  },
  {
    guard: 'index ledger_withdrawal_ends_once',
    remove: index('ledger_withdrawal_ends_once'),
    file: once,
    test: 'the end of a withdrawal (ledger_withdrawal_ends_once)',
  },
  {
    guard: 'index ledger_one_referral',
    remove: index('ledger_one_referral'),
    file: once,
    test: 'a referral (ledger_one_referral)',
  },
  {
    guard: 'trigger ledger_transaction_balances',
    remove: trigger('ledger_entries', 'ledger_transaction_balances'),
    file: once,
    test: 'a posting that does not sum to zero fails the commit',
  },
  {
    guard: 'trigger ledger_entries_append_only',
    remove: trigger('ledger_entries', 'ledger_entries_append_only'),
    file: once,
    test: 'ledger_entries take no change',
  },
  {
    guard: 'trigger ledger_transactions_append_only',
    remove: trigger('ledger_transactions', 'ledger_transactions_append_only'),
    file: once,
    test: 'ledger_transactions take no change',
  },
  {
    guard: 'constraint withdrawals_settled_once',
    remove: constraint('withdrawals', 'withdrawals_settled_once'),
    file: once,
    test: 'a withdrawal is paid out or rejected, never both',
  },
  {
    guard: 'index payments_one_money',
    remove: index('payments_one_money'),
    file: settling,
    test: 'is stopped by the indexes where two nodes believe the same money',
  },
  {
    guard: 'index payments_one_per_booking',
    remove: index('payments_one_per_booking'),
    file: settling,
    test: 'is stopped by the indexes where two nodes believe the same money',
  },
  {
    guard: 'index payments_one_per_top_up',
    remove: index('payments_one_per_top_up'),
    file: races('top-up'),
    test: 'the table itself refuses a second payment that counts',
  },
  {
    guard: 'trigger refunds_stay_within_payment',
    remove: trigger('refunds', 'refunds_stay_within_payment'),
    file: 'server/payments/refunds/refunds.test.ts',
    test: 'never exceed what was captured',
  },
  {
    guard: 'index promo_redemptions_once_per_rider',
    remove: index('promo_redemptions_once_per_rider'),
    file: races('promo-promo'),
    test: 'the table itself refuses one use above the limit',
  },
  {
    guard: 'constraint promos_within_limit',
    remove: constraint('promos', 'promos_within_limit'),
    file: races('promo-promo'),
    test: 'the table itself refuses one use above the limit',
  },

  // rows that remember what was done
  {
    guard: 'idempotency row: taken first',
    remove: without(
      'server/platform/http/commit-call.ts',
      'const taken = id && takeKey(tx, id)',
      'const taken = undefined',
    ),
    file: races('create-create'),
    test: 'stopped at locked: the repeated request waits and gets the same booking',
  },
  {
    guard: 'idempotency row: keeps the answer',
    remove: without(
      'server/platform/http/commit-call.ts',
      'if (id && stored) await sayLast(tx, () => storeAnswer(tx, id, stored))',
    ),
    file: races('create-create'),
    test: 'stopped at before_commit: the repeated request waits and gets the same booking',
  },
  {
    guard: 'idempotency row: knows its request',
    remove: without(
      'server/platform/http/idempotency.ts',
      "if (!row.body_hash.equals(id.bodyHash)) throw new AppError(422, 'idempotency_key_reused')",
    ),
    file: races('create-create'),
    test: 'the same key for another request is refused',
  },
  {
    guard: 'inbox row: one per statement of a gateway',
    remove: without(
      'server/payments/payment-event-store.ts',
      'event_key: event.eventKey,',
      'event_key: event.eventKey + newId(),',
    ),
    file: payWebhook,
    test: 'the same words twice at the same moment are one row',
  },
  {
    guard: 'refund row: one per wish',
    remove: without('server/payments/refunds/refund-store.ts', 'key: wish.key,', 'key: wish.key + newId(),'),
    file: payWebhook,
    test: 'asked twice with one key, it is asked once',
  },

  // locks
  {
    guard: 'lock of the booking',
    remove: without(
      'server/booking/booking-rows.ts',
      "const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()",
      "const row = await tx.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()",
    ),
    file: bookingRaces,
    test: 'cancel first (stopped at locked): the accept is late, nobody is busy',
  },
  {
    guard: 'the sweeper passes by who works (skip locked)',
    remove: without('server/booking/booking-rows.ts', '\n    .skipLocked()'),
    file: races('sweep'),
    test: 'passes it by and keeps nobody waiting',
  },
  {
    guard: 'lock of the driver',
    remove: without('server/dispatch/drivers/driver-store.ts', ".forNoKeyUpdate('users')"),
    file: races('assign-accept'),
    test: 'who is on a trip by then is not assigned',
  },
  {
    guard: 'lock of the rider',
    remove: without('server/people/person-store.ts', '\n    .forNoKeyUpdate()'),
    file: races('create-create'),
    test: 'on two prices with room for one more: one is made',
  },
  {
    guard: 'lock of the price',
    remove: without('server/fare/quote-store.ts', ".forUpdate('quotes')"),
    file: races('create-create'),
    test: 'on one price (stopped at locked): it is used once',
  },
  {
    guard: 'lock of the promo',
    remove: without(
      'server/promos/promo-store.ts',
      "promos(tx).where('id', '=', id).forUpdate().executeTakeFirst()",
      "promos(tx).where('id', '=', id).executeTakeFirst()",
    ),
    file: races('promo-promo'),
    test: 'the last use goes to who holds it',
  },
  {
    guard: 'lock of the wallets',
    remove: without('server/wallet/ledger-store.ts', '\n    .forUpdate()'),
    file: 'server/wallet/withdrawals.test.ts',
    test: 'withdraw/withdraw: what there is goes once',
  },
  {
    guard: 'lock of the top-up',
    remove: without('server/payments/top-up-store.ts', '.forUpdate()'),
    file: races('top-up'),
    test: 'webhook (stopped at settle.locked) and webhook of the other attempt',
  },
  {
    guard: 'lock of the trip while a point is stored',
    remove: without('server/tracking/point-store.ts', 'sql`for key share`', 'sql``'),
    file: races('reach-late-point'),
    test: 'reach first (stopped at locked): the point waits',
  },
  {
    guard: 'lock of the trips while points of many are stored',
    remove: without('server/tracking/point-store.ts', 'sql`for key share skip locked`', 'sql``'),
    file: races('reach-late-point'),
    test: 'reach first (stopped at locked): the point waits',
  },

  // guards of status and of what was seen
  {
    guard: 'the table of moves',
    remove: without(
      'domain/booking/moves/guard.ts',
      'return mayMove(move, booking.status, actor.kind) ? null : movedOn()',
      'return null',
    ),
    file: races('start-cancel'),
    test: 'cancel first (stopped at locked): nothing starts, the driver is free',
  },
  {
    guard: 'a change is written onto its version',
    remove: without('server/booking/booking-store.ts', "\n    .where('version', '=', before.version)"),
    file: once,
    test: 'a change is written onto the version it was decided on',
  },
  {
    guard: 'a change is written onto its status',
    remove: without('server/booking/booking-store.ts', "\n    .where('status', '=', before.status)"),
    file: once,
    test: 'and onto the status',
  },
  {
    guard: 'an offer must still run',
    remove: without('domain/booking/moves/accept.ts', "if (!isLive(offer, now)) return refuse(409, 'offer_expired')"),
    file: bookingRaces,
    test: 'an offer that ended while the accept waited for its lock is not taken',
  },
  {
    guard: 'a booking is released once',
    remove: without('domain/booking/moves/release.ts', 'booking.releasedAt !== null || '),
    file: 'server/booking/book-later.test.ts',
    test: 'a node that saw it due, and comes after another has released it, changes nothing',
  },
  {
    guard: 'a price is used once',
    remove: without('server/fare/take-quote.ts', "if (quote.usedAt !== null) throw new AppError(409, 'quote_used')"),
    file: races('create-create'),
    test: 'on one price (stopped at before_commit): it is used once',
  },
  {
    guard: 'a promo is used once per rider',
    remove: without(
      'domain/promos/promo-checks.ts',
      "if (usedByRider) return { key: 'promo_used_before', field: 'promo' }",
    ),
    file: races('promo-promo'),
    test: 'one rider, two prices, one promo of many uses',
  },
  {
    guard: 'a promo is used up at its limit',
    remove: without(
      'domain/promos/promo-checks.ts',
      "if (promo.user_avail >= promo.promo_usage_limit) return { key: 'promo_used_up', field: 'promo' }",
    ),
    file: races('promo-promo'),
    test: 'the last use goes to who holds it',
  },
  {
    guard: 'a trip is rated once',
    remove: without('domain/booking/moves/rate.ts', "if (booking.rating !== null) return refuse(409, 'already_rated')"),
    also: without(
      'server/people/rating-store.ts',
      'return Number(inserted.numInsertedOrUpdatedRows) === 1',
      'return inserted !== undefined',
    ),
    file: races('rate-rate'),
    test: 'stopped at locked: the first counts, the second hears so',
  },
  {
    guard: 'a fare has all points that were seen',
    remove: without(
      'server/booking/moves/reach-drop.ts',
      'if (!samePoints(points, await tripPoints(tx, id))) throw new PointCameIn()',
    ),
    file: races('reach-late-point'),
    test: 'a point that comes while the others are matched is charged',
  },
  {
    guard: 'a balance covers what is taken from it',
    remove: without(
      'server/wallet/ask-withdrawal.ts',
      "if (balance < amount) throw new AppError(422, 'wallet_balance_low', { fields: { amount: 'more than the balance' } })",
    ),
    file: 'server/wallet/withdrawals.test.ts',
    test: 'withdraw/withdraw: what there is goes once',
  },
  {
    guard: 'a withdrawal ends once',
    remove: without(
      'server/wallet/withdrawal-store.ts',
      "    .where('processed_at', 'is', null)\n    .where('rejected_at', 'is', null)\n    .executeTakeFirst()",
      '    .executeTakeFirst()',
    ),
    file: 'server/wallet/withdrawals.test.ts',
    test: 'process/process and process/reject at once',
  },
  {
    guard: 'captured money counts once',
    remove: without(
      'server/payments/capture-payment.ts',
      "if (payment.providerPaymentId === providerPaymentId && payment.use !== null) return 'again'",
    ),
    file: settling,
    test: 'webhook/return, webhook stopped at settle.locked: one capture',
  },
  {
    guard: 'captured money is what was asked for',
    remove: without(
      'server/payments/settle-payment.ts',
      'if (money.minor !== payment.amount || money.currency !== payment.currency)',
      'if (money.minor < 0)',
    ),
    file: settling,
    test: 'wrong-amount: REVIEW',
  },
  {
    guard: 'a top-up is credited once',
    remove: without(
      'server/payments/capture-payment.ts',
      'if (order === null || order.paidAt !== null) return false',
      'if (order === null) return false',
    ),
    file: races('top-up'),
    test: 'webhook (stopped at settle.locked) and webhook of the other attempt',
  },
]
