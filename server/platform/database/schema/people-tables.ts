import type { Role } from '@remis/domain/kit/endpoint'
import type { At, AtNow, AtOrNull, Json, JsonOr, Null, Opt, Words } from './column.ts'

export interface Users {
  id: string
  first_name: string
  last_name: string
  email: Null<string>
  mobile: Null<string>
  words: Words
  /** as names are sorted and searched [design/data-110] */
  folded_name: Words
  usertype: Role
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
  online_at: AtOrNull
  /** session in which the driver last made a move of a trip or went online [design/tracking-49] */
  mover_session: Null<string>
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
  bank_changed_at: AtOrNull
  license_image: Null<string>
  /** the end of the required document that ends first */
  documents_until: AtOrNull
  email_verified_at: AtOrNull
  mobile_verified_at: AtOrNull
  language: Null<string>
  /** the look this person chose [design/web-113]; null: none */
  color_scheme: Null<'light' | 'dark'>
  density: Null<'comfortable' | 'compact'>
  /** kinds of notices that are off */
  muted_notices: Opt<string[]>
  suspended_at: AtOrNull
  suspended_until: AtOrNull
  suspension_reason: Null<string>
  suspended_by: Null<string>
  suspended_at_once: Opt<boolean>
  deleted_at: AtOrNull
  /** the personal fields are gone; the row stays for bookings and ledger [design/privacy-12] */
  erased_at: AtOrNull
  deleted_by: Null<string>
  /** grows with each change of a field of the office's form [design/people-18] */
  edit_version: Opt<number>
}

export interface PersonNotes {
  id: string
  person_id: string
  author_id: string
  text: string
  at: AtNow
}

export interface SavedViews {
  id: string
  user_id: string
  name: string
  address: Json<Readonly<Record<string, string>>>
  columns: Null<string[]>
  created_at: AtNow
}

export interface ListColumns {
  user_id: string
  role: Role
  columns: string[]
}

export interface Identities {
  id: string
  user_id: string
  kind: 'password' | 'phone' | 'facebook' | 'apple' | 'passkey' | 'totp'
  subject: string
  secret: Null<string>
  data: JsonOr<unknown>
  created_at: AtNow
}

export interface Sessions {
  id: string
  user_id: string
  token_hash: Buffer
  created_at: AtNow
  seen_at: AtNow
  expires_at: At
  revoked_at: AtOrNull
  /** when the password was last given in this session */
  confirmed_at: AtOrNull
  address: Opt<string>
  user_agent: Opt<string>
  /** network of the address: /24 or /64 */
  net: Opt<string>
  /** ends for good then, however much it is used */
  ends_at: AtNow
}

/** A browser that has signed in to the account. */
export interface KnownDevices {
  user_id: string
  token_hash: Buffer
  created_at: AtNow
  seen_at: AtNow
}

/** Wrong guesses since the last right one. */
export interface GuessDelays {
  guard: string
  subject: string
  failures: number
  last_at: At
}

export interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
  used_at: AtOrNull
}

export interface UsedTokens {
  hash: Buffer
  expires_at: At
}

/** The apps at Facebook and Apple that people sign in through. */
export interface SocialApps {
  provider: 'facebook' | 'apple'
  config: JsonOr<unknown>
  /** sealed */
  secret: string
  version: Opt<number>
  updated_at: AtNow
  updated_by: string
}

export interface OneTimeCodes {
  id: string
  purpose: 'sign-in' | 'verify-email' | 'verify-mobile' | 'reset-password' | 'set-up'
  subject: string
  user_id: Null<string>
  code_hash: Buffer
  /** of a link that was sent with the code */
  link_hash: Null<Buffer>
  sent_to: Null<string>
  tries: Opt<number>
  created_at: AtNow
  expires_at: At
  used_at: AtOrNull
}

/** A forgotten password, until its mail is queued. */
export interface ResetRequests {
  id: string
  request_hash: Buffer
  email: string
  device_hash: Null<Buffer>
  created_at: AtNow
}

export interface SavedAddresses {
  id: string
  user_id: string
  description: string
  lat: number
  lng: number
  count: Opt<number>
  used_at: AtNow
  /** the rider's own name for it */
  name: Null<string>
  /** at most one of each per person */
  place: Null<'home' | 'work'>
}

export interface Ratings {
  booking_id: string
  from_user: string
  to_user: string
  rate: number
  tags: Opt<string[]>
  comment: Null<string>
  at: AtNow
}

export interface Notices {
  id: string
  user_id: string
  message: string
  params: JsonOr<Record<string, string | number>>
  screen: 'BookingCab' | 'BookedCab' | 'onlineChat' | 'wallet' | 'DriverTrips' | 'security' | 'documents'
  booking_id: Null<string>
  created_at: AtNow
  seen_at: AtOrNull
}
