const dropIndex = (name) => `drop index ${name}`
const dropConstraint = (table, name) => `alter table ${table} drop constraint ${name}`
const dropTrigger = (table, name) => `drop trigger ${name} on ${table}`

const races = (name) => `server/races/${name}.test.ts`
const once = races('once')
const bookingRaces = 'server/booking/booking-races.test.ts'
const settling = 'server/payments/settle-payment.test.ts'

/**
 * Every constraint, index and trigger that keeps a race to one outcome, how it is dropped, and the test that must fail
 * without it (a file and a part of the test's full name). Guards behind another guard are tested directly, past the
 * first. Guards that are code (locks, checks) are covered by the race tests and by the mutation tests of the rules.
 */
export const guards = [
  {
    guard: 'index bookings_one_trip_per_driver',
    sql: dropIndex('bookings_one_trip_per_driver'),
    file: bookingRaces,
    test: 'fails on the unique index when the driver’s busy flag is wrong',
  },
  {
    guard: 'key bookings (quote_id)',
    sql: dropConstraint('bookings', 'bookings_quote_id_key'),
    file: once,
    test: 'one booking per quote',
  },
  {
    guard: 'key booking_events (booking, version)',
    sql: dropConstraint('booking_events', 'booking_events_pkey'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
  },
  {
    guard: 'key ratings (booking, from)',
    sql: dropConstraint('ratings', 'ratings_pkey'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
  },
  {
    guard: 'key offers (booking, driver)',
    sql: dropConstraint('offers', 'offers_booking_id_driver_id_key'),
    file: once,
    test: 'one event per version, one rating per side, one offer per driver',
    // Offers are inserted with ON CONFLICT on this key, so it is dropped after the offers of the set-up exist.
    afterSetup: true,
  },
  {
    guard: 'index ledger_one_settlement',
    sql: dropIndex('ledger_one_settlement'),
    file: once,
    test: 'the settlement of a booking (ledger_one_settlement)',
  },
  {
    guard: 'index ledger_one_cancellation_fee',
    sql: dropIndex('ledger_one_cancellation_fee'),
    file: once,
    test: 'its cancellation fee (ledger_one_cancellation_fee)',
  },
  {
    guard: 'index ledger_one_hold_release',
    sql: dropIndex('ledger_one_hold_release'),
    file: once,
    test: 'the release of its hold (ledger_one_hold_release)',
  },
  {
    guard: 'index ledger_one_per_reference',
    sql: dropIndex('ledger_one_per_reference'),
    file: once,
    test: 'a captured payment (ledger_one_per_reference)',
  },
  {
    guard: 'index ledger_one_withdrawal',
    sql: dropIndex('ledger_one_withdrawal'),
    file: once,
    test: 'a withdrawal (ledger_one_withdrawal)',
  },
  {
    guard: 'index ledger_withdrawal_ends_once',
    sql: dropIndex('ledger_withdrawal_ends_once'),
    file: once,
    test: 'the end of a withdrawal (ledger_withdrawal_ends_once)',
  },
  {
    guard: 'index ledger_one_referral',
    sql: dropIndex('ledger_one_referral'),
    file: once,
    test: 'a referral (ledger_one_referral)',
  },
  {
    guard: 'index ledger_one_reversal',
    sql: dropIndex('ledger_one_reversal'),
    file: once,
    test: 'a reversal (ledger_one_reversal)',
  },
  {
    guard: 'index debts_one_fee',
    sql: dropIndex('debts_one_fee'),
    file: once,
    test: 'its debt (debts_one_fee)',
  },
  {
    guard: 'index bookings_one_successor',
    sql: dropIndex('bookings_one_successor'),
    file: once,
    test: 'one successor (bookings_one_successor)',
  },
  ...[
    'users_email',
    'users_mobile',
    'users_referral_id',
    'languages_one_default',
    'promos_name',
    'car_types_name',
    'saved_views_name',
    'saved_addresses_one_place',
    'driver_documents_waiting',
    'driver_documents_accepted',
    'data_exports_one_open',
    'pushes_notice',
    'chat_messages_file',
  ].map((name) => ({
    guard: `index ${name}`,
    sql: dropIndex(name),
    file: once,
    test: `the last guard of rows that exist once ${name}`,
  })),
  {
    guard: 'trigger ledger_transaction_balances',
    sql: dropTrigger('ledger_entries', 'ledger_transaction_balances'),
    file: once,
    test: 'a posting that does not sum to zero fails the commit',
  },
  {
    guard: 'trigger ledger_entries_append_only',
    sql: dropTrigger('ledger_entries', 'ledger_entries_append_only'),
    file: once,
    test: 'ledger_entries take no change',
  },
  {
    guard: 'trigger ledger_transactions_append_only',
    sql: dropTrigger('ledger_transactions', 'ledger_transactions_append_only'),
    file: once,
    test: 'ledger_transactions take no change',
  },
  // Not ledger_transactions: emptying it empties ledger_entries too, and the trigger there refuses.
  ...['ledger_entries', 'audit_log', 'audit_seals', 'day_closes'].map((table) => ({
    guard: `trigger ${table}_no_truncate`,
    sql: dropTrigger(table, `${table}_no_truncate`),
    file: 'server/platform/database/audit-seal.test.ts',
    test: `${table} cannot be emptied`,
  })),
  {
    guard: 'constraint withdrawals_settled_once',
    sql: dropConstraint('withdrawals', 'withdrawals_settled_once'),
    file: once,
    test: 'a withdrawal is processed or rejected, never both',
  },
  {
    guard: 'index payments_one_money',
    sql: dropIndex('payments_one_money'),
    file: settling,
    test: 'two nodes that apply the same money at once are stopped by the indexes',
  },
  {
    guard: 'index payments_one_per_booking',
    sql: dropIndex('payments_one_per_booking'),
    file: settling,
    test: 'two nodes that apply the same money at once are stopped by the indexes',
  },
  {
    guard: 'index payments_one_per_top_up',
    sql: dropIndex('payments_one_per_top_up'),
    file: races('top-up'),
    test: 'the table refuses a second applied payment',
  },
  {
    guard: 'trigger refunds_stay_within_payment',
    sql: dropTrigger('refunds', 'refunds_stay_within_payment'),
    file: 'server/payments/refunds/refunds.test.ts',
    test: 'never exceed what was captured',
  },
  {
    guard: 'index promo_redemptions_once_per_rider',
    sql: dropIndex('promo_redemptions_once_per_rider'),
    file: races('promo-promo'),
    test: 'the table refuses a use above the limit',
  },
  {
    guard: 'constraint promos_within_limit',
    sql: dropConstraint('promos', 'promos_within_limit'),
    file: races('promo-promo'),
    test: 'the table refuses a use above the limit',
  },
]

const named = 'the writing statement names it in ON CONFLICT and fails without it'

/** Unique indexes without a guard in the list, with the reason. */
export const unguarded = {
  payment_events_once: named,
  refunds_once: named,
  safety_alerts_open: named,
  safety_questions_open: named,
  account_deletions_one_open: named,
  pushes_notification: named,
  earning_sums_key: named,
}
