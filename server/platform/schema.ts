import type { ColumnType, Generated } from 'kysely'

/** timestamptz: read as ms since 1970, written as Date. */
type At = ColumnType<number, Date, Date>
type AtOrNull = ColumnType<number | null, Date | null | undefined, Date | null>
type AtNow = ColumnType<number, Date | undefined, Date>
/** jsonb: read as parsed, written as text (JSON.stringify), since arrays would otherwise become PostgreSQL arrays. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type JsonOr<T> = ColumnType<T, string | undefined, string>
type Opt<T> = ColumnType<T, T | undefined, T>
type Null<T> = ColumnType<T | null, T | null | undefined, T | null>
/** bigint of minor units or a counter: the pool's parser gives a number and refuses unsafe ones. */
type Big = number

export type StatusColumn =
  | 'PAYMENT_PENDING'
  | 'NEW'
  | 'ACCEPTED'
  | 'ARRIVED'
  | 'STARTED'
  | 'REACHED'
  | 'PENDING'
  | 'PAID'
  | 'COMPLETE'
  | 'CANCELLED'
type Usertype = 'rider' | 'driver' | 'admin' | 'fleetadmin'

interface Users {
  id: string
  first_name: string
  last_name: string
  email: Null<string>
  mobile: Null<string>
  usertype: Usertype
  referral_id: string
  signup_via_referral: Null<string>
  approved: boolean
  login_type: Opt<'email' | 'mobile' | 'facebook' | 'apple' | 'other'>
  created_at: AtNow
  created_by_admin: Opt<boolean>
  user_platform: Null<string>
  profile_image: Null<string>
  queue: Opt<boolean>
  driver_active_status: Opt<boolean>
  rating_average: Null<number>
  rating_sum: Opt<number>
  rating_count: Opt<number>
  car_type_id: Null<string>
  vehicle_make: Null<string>
  vehicle_model: Null<string>
  vehicle_number: Null<string>
  other_info: Null<string>
  fleetadmin: Null<string>
  bank_name: Null<string>
  bank_code: Null<string>
  bank_account: Null<string>
  license_image: Null<string>
  email_verified_at: AtOrNull
  mobile_verified_at: AtOrNull
  language: Null<string>
  deleted_at: AtOrNull
}

interface Identities {
  id: string
  user_id: string
  kind: 'password' | 'phone' | 'facebook' | 'apple' | 'passkey' | 'totp'
  subject: string
  secret: Null<string>
  data: JsonOr<unknown>
  created_at: AtNow
}

interface Sessions {
  id: string
  user_id: string
  token_hash: Buffer
  created_at: AtNow
  seen_at: AtNow
  expires_at: At
  revoked_at: AtOrNull
  address: Opt<string>
  user_agent: Opt<string>
}

interface OneTimeCodes {
  id: string
  purpose: 'sign-in' | 'verify-email' | 'verify-mobile' | 'reset-password' | 'set-up'
  subject: string
  user_id: Null<string>
  code_hash: Buffer
  tries: Opt<number>
  created_at: AtNow
  expires_at: At
  used_at: AtOrNull
}

interface SettingsTable {
  id: number
  version: number
  data: Json<unknown>
  updated_at: AtNow
  updated_by: Null<string>
}

interface SettingsHistory {
  version: number
  data: Json<unknown>
  updated_at: AtNow
  updated_by: Null<string>
}

interface Languages {
  id: string
  lang_name: string
  lang_locale: string
  date_locale: string
  key_value_pairs: JsonOr<Record<string, string>>
  is_default: Opt<boolean>
  created_at: AtNow
}

interface CancelReasons {
  id: string
  position: number
  label: string
}

type Extra = { description: string; amount: number }

interface CarTypes {
  id: string
  name: string
  image: string
  seats: Opt<number>
  position: Opt<number>
  base_fare: Opt<number>
  rate_per_unit_distance: number
  rate_per_hour: number
  min_fare: Opt<number>
  convenience_fees: Opt<number>
  convenience_fee_type: 'flat' | 'percentage'
  extra_info: Opt<string>
  parcel_types: JsonOr<Extra[]>
  options: JsonOr<Extra[]>
  cancel_slab: JsonOr<{ minsDelayed: number; amount: number }[]>
  active: Opt<boolean>
  created_at: AtNow
}

interface Quotes {
  id: string
  rider_id: string
  made_by: string
  car_type_id: string
  pickup: Json<{ lat: number; lng: number; add: string }>
  drop: Json<{ lat: number; lng: number; add: string }>
  distance: number
  duration: number
  polyline: string
  instruction: JsonOrNull<unknown>
  tariff: Json<unknown>
  fare: Json<unknown>
  estimate: Big
  created_at: AtNow
  expires_at: At
  used_at: AtOrNull
  booking_id: Null<string>
}

interface Bookings {
  id: string
  version: Opt<number>
  status: StatusColumn
  customer: string
  customer_name: string
  customer_email: Null<string>
  customer_contact: Null<string>
  customer_image: Null<string>
  created_by: string
  booking_type_admin: Opt<boolean>
  car_type_id: string
  car_type: string
  car_image: string
  pickup_lat: number
  pickup_lng: number
  pickup_add: string
  drop_lat: number
  drop_lng: number
  drop_add: string
  quote_id: string
  tariff: Json<unknown>
  fare: Json<unknown>
  estimate: Big
  estimate_distance: number
  estimate_time: number
  distance: Null<number>
  coords: string
  book_later: Opt<boolean>
  tripdate: At
  booking_date: AtNow
  otp: Null<string>
  code_tries: Opt<number>
  code_renewals: Opt<number>
  trip_cost: Big
  convenience_fees: Big
  driver_share: Big
  discount_amount: Opt<Big>
  customer_paid: Big
  payable_amount: Big
  cash_payment_amount: Opt<Big>
  card_payment_amount: Opt<Big>
  used_wallet_money: Opt<Big>
  written_off: Opt<Big>
  payment_mode: 'cash' | 'wallet' | 'card'
  gateway: Null<string>
  prepaid: Opt<boolean>
  promo_applied: Opt<boolean>
  promo_details: JsonOrNull<unknown>
  driver: Null<string>
  driver_name: Null<string>
  driver_contact: Null<string>
  driver_image: Null<string>
  driver_rating: Null<number>
  vehicle_number: Null<string>
  vehicle_make: Null<string>
  vehicle_model: Null<string>
  fleetadmin: Null<string>
  driver_arrive_time: AtOrNull
  trip_start_time: Null<string>
  start_time: AtOrNull
  trip_end_time: Null<string>
  end_time: AtOrNull
  total_trip_time: Null<number>
  reason: Null<string>
  reason_id: Null<string>
  cancelled_by: Null<'rider' | 'driver' | 'admin' | 'system'>
  rating: Null<number>
  feedback: Null<string>
  pickup_image: Null<string>
  deliver_image: Null<string>
  delivery_person: Null<string>
  delivery_person_phone: Null<string>
  pick_up_instructions: Null<string>
  delivery_instructions: Null<string>
  parcel_type_selected: JsonOrNull<Extra>
  option_selected: JsonOrNull<Extra>
  search_started_at: AtOrNull
  search_until: AtOrNull
  searches: Opt<number>
  accepted_at: AtOrNull
  reached_at: AtOrNull
  paid_at: AtOrNull
  completed_at: AtOrNull
  cancelled_at: AtOrNull
  fare_flag: Null<string>
  currency: string
}

interface BookingEvents {
  booking_id: string
  version: number
  move: string
  from_status: Null<StatusColumn>
  to_status: StatusColumn
  actor_kind: Usertype | 'system'
  actor_id: Null<string>
  at: At
  data: JsonOr<unknown>
}

interface Offers {
  id: string
  booking_id: string
  driver_id: string
  kind: Opt<'dispatch' | 'assign'>
  offered_at: At
  expires_at: At
  shown: Opt<number>
  outcome: Null<'accepted' | 'declined' | 'closed'>
  closed_at: AtOrNull
  pickup_distance: number
  pickup_time: Null<number>
}

interface DispatchRecords {
  booking_id: string
  sweep: number
  at: AtNow
  considered: Json<unknown>
  offered: number
}

interface DriverPositions {
  driver_id: string
  lat: number
  lng: number
  accuracy: Null<number>
  heading: Null<number>
  speed: Null<number>
  at: At
  seq: Opt<Big>
}

interface TrackPoints {
  booking_id: string
  seq: Big
  status: 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED'
  lat: number
  lng: number
  accuracy: Null<number>
  at: At
}

interface SavedAddresses {
  id: string
  user_id: string
  description: string
  lat: number
  lng: number
  count: Opt<number>
  used_at: AtNow
}

interface Ratings {
  booking_id: string
  from_user: string
  to_user: string
  rate: number
  tags: Opt<string[]>
  comment: Null<string>
  at: AtNow
}

interface LedgerTransactions {
  id: string
  kind: string
  booking_id: Null<string>
  reference: Null<string>
  actor_id: Null<string>
  at: AtNow
}

interface LedgerEntries {
  id: Generated<Big>
  transaction_id: string
  account: string
  holder: Null<string>
  amount: Big
  currency: string
}

interface Wallets {
  user_id: string
  balance: Opt<Big>
  updated_at: AtNow
}

interface Notices {
  id: string
  user_id: string
  message: string
  params: JsonOr<Record<string, string | number>>
  screen: 'BookingCab' | 'BookedCab' | 'onlineChat' | 'wallet' | 'DriverTrips'
  booking_id: Null<string>
  created_at: AtNow
  seen_at: AtOrNull
}

interface Outbox {
  id: Generated<Big>
  seq: Null<Big>
  kind: string
  subject: string
  version: Null<number>
  audience: string[]
  at: AtNow
}

interface IdempotencyKeys {
  owner: string
  endpoint: string
  key: string
  body_hash: Buffer
  reply: JsonOrNull<unknown>
  created_at: AtNow
}

interface RateCounters {
  class: string
  subject: string
  window_start: At
  count: number
}

interface Nodes {
  id: string
  job_pool: Null<string>
  started_at: AtNow
  seen_at: AtNow
}

interface LiveEpoch {
  id: number
  epoch: string
}

interface ServerSecrets {
  name: string
  value: Buffer
  created_at: AtNow
}

interface AuditLog {
  id: Generated<Big>
  at: AtNow
  actor_id: Null<string>
  actor_role: Null<string>
  address: Opt<string>
  action: string
  subject: string
  data: JsonOr<unknown>
}

export interface Tables {
  users: Users
  identities: Identities
  sessions: Sessions
  one_time_codes: OneTimeCodes
  settings: SettingsTable
  settings_history: SettingsHistory
  languages: Languages
  cancel_reasons: CancelReasons
  car_types: CarTypes
  quotes: Quotes
  bookings: Bookings
  booking_events: BookingEvents
  offers: Offers
  dispatch_records: DispatchRecords
  driver_positions: DriverPositions
  track_points: TrackPoints
  saved_addresses: SavedAddresses
  ratings: Ratings
  ledger_transactions: LedgerTransactions
  ledger_entries: LedgerEntries
  wallets: Wallets
  notices: Notices
  outbox: Outbox
  idempotency_keys: IdempotencyKeys
  rate_counters: RateCounters
  nodes: Nodes
  live_epoch: LiveEpoch
  server_secrets: ServerSecrets
  audit_log: AuditLog
}
