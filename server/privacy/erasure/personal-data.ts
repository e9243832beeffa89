import { erasedName, erasedText } from '@remis/domain/privacy/account-data'
import { sql, type RawBuilder } from 'kysely'

type Value = string | boolean | null | RawBuilder<unknown>

/**
 * What happens to the rows of one table that refer to a person when the account is erased. `of`: the column with the
 * person's id. `ridden`, `driven`: rows with a booking_id, of the bookings of this rider or driver.
 */
export interface PersonalRows {
  readonly table: string
  readonly of: string
  readonly erase: 'delete' | 'keep' | Readonly<Record<string, Value>>
  /** why rows are kept, or what may be written later without naming the person */
  readonly because?: string
  /** rows that may be written after the erasure: verify does not look at them */
  readonly later?: true
}

const name = `${erasedName.first} ${erasedName.last}`
/** About 1.1 km. */
const coarse = (column: string) => sql`round(${sql.ref(column)}::numeric, 2)::float8`
const coarsePlace = (column: string) => sql`jsonb_build_object('add', ${erasedText}::text,
  'lat', round((${sql.ref(column)} ->> 'lat')::numeric, 2), 'lng', round((${sql.ref(column)} ->> 'lng')::numeric, 2))`
/** The last four characters, as the owner sees it [design/access-8]. */
const masked = sql`case when length(bank_account) > 4 then '••••' || right(bank_account, 4) end`

const bookkeeping = 'bookkeeping: it names people by id'
/** [design/safety-14] */
const incident = 'the record of an incident, a year from its closing'

/** The rows of a rule that refer to these people: `ids` is a list or a subquery in parentheses. */
export const rowsOf = ({ of }: PersonalRows, ids: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (of === 'ridden') return sql`booking_id in (select id from bookings where customer in ${ids})`
  if (of === 'driven') return sql`booking_id in (select id from bookings where driver in ${ids})`
  return sql`${sql.ref(of)} in ${ids}`
}

/**
 * Every column that refers to a person [design/privacy-12]. A test compares the list with the schema, so that a new
 * table cannot be forgotten.
 */
export const personalRows: readonly PersonalRows[] = [
  {
    table: 'users',
    of: 'id',
    erase: {
      first_name: erasedName.first,
      last_name: erasedName.last,
      email: null,
      mobile: null,
      referral_id: sql`'deleted-' || id::text`,
      approved: false,
      user_platform: null,
      profile_image: null,
      queue: false,
      driver_active_status: false,
      online_at: null,
      mover_session: null,
      car_type_id: null,
      vehicle_make: null,
      vehicle_model: null,
      vehicle_number: null,
      other_info: null,
      bank_name: null,
      bank_code: null,
      bank_account: null,
      bank_changed_at: null,
      license_image: null,
      documents_until: null,
      email_verified_at: null,
      mobile_verified_at: null,
      language: null,
      color_scheme: null,
      density: null,
      muted_notices: sql`'{}'::text[]`,
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
      suspended_by: null,
      suspended_at_once: false,
    },
  },
  { table: 'identities', of: 'user_id', erase: 'delete' },
  { table: 'sessions', of: 'user_id', erase: 'delete' },
  { table: 'one_time_codes', of: 'user_id', erase: 'delete' },
  { table: 'known_devices', of: 'user_id', erase: 'delete' },
  { table: 'recovery_codes', of: 'user_id', erase: 'delete' },
  { table: 'mail_queue', of: 'user_id', erase: 'delete' },
  { table: 'person_notes', of: 'person_id', erase: 'delete' },
  { table: 'saved_addresses', of: 'user_id', erase: 'delete' },
  { table: 'saved_views', of: 'user_id', erase: 'delete' },
  { table: 'list_columns', of: 'user_id', erase: 'delete' },
  { table: 'driver_positions', of: 'driver_id', erase: 'delete' },
  { table: 'trackers', of: 'driver_id', erase: 'delete' },
  { table: 'guest_links', of: 'driver_id', erase: 'delete' },
  { table: 'notices', of: 'user_id', erase: 'delete', later: true, because: 'a later one holds amounts only' },
  // Notices of other people name the rider's pickup, or the driver and the car.
  { table: 'notices', of: 'ridden', erase: 'delete', later: true, because: 'a later one holds amounts only' },
  { table: 'notices', of: 'driven', erase: 'delete', later: true, because: 'a later one holds amounts only' },
  { table: 'push_tokens', of: 'user_id', erase: 'delete' },
  { table: 'pushes', of: 'user_id', erase: 'delete' },
  { table: 'data_exports', of: 'user_id', erase: 'delete' },
  { table: 'driver_documents', of: 'driver_id', erase: 'delete' },
  { table: 'driver_applications', of: 'driver_id', erase: 'delete' },
  // A chat has two members and is deleted as a whole; the orphan sweep deletes its photos.
  { table: 'chats', of: 'ridden', erase: 'delete' },
  { table: 'chats', of: 'driven', erase: 'delete' },
  { table: 'chat_sides', of: 'user_id', erase: 'delete' },
  // The sweep of the storage removes their bytes.
  { table: 'files', of: 'owner_id', erase: 'delete' },
  {
    table: 'quotes',
    of: 'rider_id',
    erase: { pickup: coarsePlace('pickup'), drop: coarsePlace('drop'), polyline: '', instruction: null },
  },
  {
    table: 'bookings',
    of: 'customer',
    erase: {
      customer_name: name,
      customer_email: null,
      customer_contact: null,
      customer_image: null,
      pickup_add: erasedText,
      pickup_lat: coarse('pickup_lat'),
      pickup_lng: coarse('pickup_lng'),
      drop_add: erasedText,
      drop_lat: coarse('drop_lat'),
      drop_lng: coarse('drop_lng'),
      coords: '',
      otp: null,
      reason: sql`case when cancelled_by = 'rider' and reason_id is null then ${erasedText} else reason end`,
      feedback: null,
      pickup_image: null,
      deliver_image: null,
      delivery_code: null,
      handover: null,
      undelivered: sql`undelivered || '{"note": null, "image": null, "drop": null}'::jsonb`,
      delivery_person: null,
      delivery_person_phone: null,
      pick_up_instructions: null,
      delivery_instructions: null,
    },
  },
  {
    table: 'bookings',
    of: 'driver',
    erase: {
      driver_name: name,
      driver_contact: null,
      driver_image: null,
      vehicle_number: null,
      vehicle_make: null,
      vehicle_model: null,
      feedback: null,
    },
  },
  {
    table: 'booking_events',
    of: 'ridden',
    erase: { data: sql`data - 'at' - case when move = 'cancel' then 'reason' else '' end` },
  },
  { table: 'track_points', of: 'ridden', erase: 'delete' },
  { table: 'driven_tracks', of: 'ridden', erase: { line: null } },
  { table: 'ratings', of: 'from_user', erase: { comment: null } },
  { table: 'ratings', of: 'to_user', erase: { comment: null } },
  {
    table: 'withdrawals',
    of: 'user_id',
    erase: { bank_name: null, bank_code: null, bank_account: masked, payee_name: null },
  },
  { table: 'payments', of: 'user_id', erase: { address: '' } },
  { table: 'bookings', of: 'created_by', erase: 'keep', because: bookkeeping },
  { table: 'bookings', of: 'fleetadmin', erase: 'keep', because: bookkeeping },
  { table: 'bookings', of: 'fare_checked_by', erase: 'keep', because: bookkeeping },
  { table: 'quotes', of: 'made_by', erase: 'keep', because: bookkeeping },
  { table: 'offers', of: 'driver_id', erase: 'keep', because: 'an id and a distance' },
  { table: 'users', of: 'fleetadmin', erase: 'keep', because: 'the fleet of a driver' },
  { table: 'users', of: 'suspended_by', erase: 'keep', because: 'an id' },
  { table: 'users', of: 'deleted_by', erase: 'keep', because: 'an id' },
  { table: 'person_notes', of: 'author_id', erase: 'keep', because: 'a note of the office about another person' },
  { table: 'driver_documents', of: 'decided_by', erase: 'keep', because: 'an id' },
  { table: 'driver_applications', of: 'decided_by', erase: 'keep', because: 'an id' },
  { table: 'mail_providers', of: 'updated_by', erase: 'keep', because: 'an id' },
  { table: 'social_apps', of: 'updated_by', erase: 'keep', because: 'an id' },
  { table: 'users', of: 'signup_via_referral', erase: 'keep', because: 'one referral bonus per person' },
  { table: 'ledger_transactions', of: 'actor_id', erase: 'keep', because: bookkeeping },
  { table: 'wallets', of: 'user_id', erase: 'keep', because: bookkeeping },
  { table: 'debts', of: 'rider_id', erase: 'keep', because: bookkeeping },
  { table: 'debts', of: 'driver_id', erase: 'keep', because: bookkeeping },
  { table: 'debts', of: 'written_off_by', erase: 'keep', because: bookkeeping },
  { table: 'top_ups', of: 'user_id', erase: 'keep', because: bookkeeping },
  { table: 'withdrawals', of: 'settled_by', erase: 'keep', because: bookkeeping },
  { table: 'payouts', of: 'made_by', erase: 'keep', because: bookkeeping },
  { table: 'refunds', of: 'credit_asked_by', erase: 'keep', because: bookkeeping },
  { table: 'wallet_credits', of: 'user_id', erase: 'keep', because: bookkeeping },
  { table: 'wallet_credits', of: 'asked_by', erase: 'keep', because: bookkeeping },
  { table: 'wallet_credits', of: 'decided_by', erase: 'keep', because: bookkeeping },
  { table: 'wallet_credits', of: 'reversed_by', erase: 'keep', because: bookkeeping },
  { table: 'earning_sums', of: 'driver_id', erase: 'keep', because: bookkeeping },
  { table: 'earning_sums', of: 'fleet_id', erase: 'keep', because: bookkeeping },
  { table: 'day_closes', of: 'closed_by', erase: 'keep', because: bookkeeping },
  { table: 'promo_redemptions', of: 'rider_id', erase: 'keep', because: 'one use of a promo per person' },
  { table: 'trip_reviews', of: 'driver_id', erase: 'keep', because: bookkeeping },
  { table: 'trip_reviews', of: 'released_by', erase: 'keep', because: bookkeeping },
  { table: 'account_deletions', of: 'user_id', erase: 'keep', because: 'proof of the deletion' },
  { table: 'audit_log', of: 'actor_id', erase: 'keep', because: 'append only and sealed' },
  { table: 'security_events', of: 'user_id', erase: 'keep', because: 'defence against abuse, for 90 days' },
  { table: 'safety_alerts', of: 'user_id', erase: 'keep', because: incident },
  { table: 'safety_alerts', of: 'taken_by', erase: 'keep', because: 'an id' },
  { table: 'safety_alerts', of: 'closed_by', erase: 'keep', because: 'an id' },
  { table: 'safety_events', of: 'by_id', erase: 'keep', because: incident },
  { table: 'safety_questions', of: 'user_id', erase: 'delete' },
  { table: 'settings', of: 'updated_by', erase: 'keep', because: 'an id' },
  { table: 'settings_history', of: 'updated_by', erase: 'keep', because: 'an id' },
]
