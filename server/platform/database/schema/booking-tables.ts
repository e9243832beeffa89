import type { DeviceKind } from '@remis/domain/accounts/device-kind'
import type { FareExplanation, PromoSnapshot } from '@remis/domain/booking/booking'
import type { Handover, Undelivered } from '@remis/domain/booking/delivery/parcel'
import type { FareFlag } from '@remis/domain/booking/final-fare/fare-flags'
import type { Status } from '@remis/domain/booking/statuses'
import type { Fare, Tariff } from '@remis/domain/fare/tariff'
import type { LinkView } from '@remis/domain/guest-links/guest-links-api'
import type { Role } from '@remis/domain/kit/endpoint'
import type { Generated } from 'kysely'
import type { At, AtNow, AtOrNull, Big, Extra, Json, JsonOr, JsonOrNull, Null, Opt } from './column.ts'

export interface Quotes {
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
  tariff: Json<Tariff>
  fare: Json<Fare>
  estimate: Big
  promo_id: Null<string>
  discount: Opt<Big>
  book_later: Opt<boolean>
  tripdate: AtOrNull
  created_at: AtNow
  expires_at: At
  used_at: AtOrNull
  booking_id: Null<string>
}

export interface Bookings {
  id: string
  version: Opt<number>
  status: Status
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
  tariff: Json<Tariff>
  fare: Json<FareExplanation>
  estimate: Big
  estimate_distance: number
  estimate_time: number
  distance: Null<number>
  coords: string
  book_later: Opt<boolean>
  tripdate: At
  booking_date: AtNow
  release_at: AtNow
  released_at: AtOrNull
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
  debt_due: Opt<Big>
  debt_paid: Opt<Big>
  cash_taken_by: Null<'driver' | 'office'>
  payment_mode: 'cash' | 'wallet' | 'card'
  gateway: Null<string>
  prepaid: Opt<boolean>
  promo_applied: Opt<boolean>
  promo_details: JsonOrNull<PromoSnapshot>
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
  arrival_confirmed_at: AtOrNull
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
  delivery_code: Null<string>
  delivery_code_tries: Opt<number>
  delivery_code_renewals: Opt<number>
  handover: JsonOrNull<Handover>
  undelivered: JsonOrNull<Undelivered>
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
  accept_km: Null<number>
  reached_at: AtOrNull
  paid_at: AtOrNull
  completed_at: AtOrNull
  cancelled_at: AtOrNull
  fare_flags: Opt<readonly FareFlag[]>
  fare_checked_at: AtOrNull
  fare_checked_by: Null<string>
  currency: string
  predecessor: Null<string>
  successor: Null<string>
  cancelled_drivers: Opt<readonly string[]>
}

export interface BookingEvents {
  booking_id: string
  version: number
  move: string
  from_status: Null<Status>
  to_status: Status
  actor_kind: Role | 'system'
  actor_id: Null<string>
  at: At
  data: JsonOr<unknown>
  /** null: not known, or the system */
  device: Null<DeviceKind>
}

export interface Offers {
  id: string
  booking_id: string
  driver_id: string
  kind: Opt<'dispatch' | 'assign'>
  search: Opt<number>
  wave: Null<number>
  asked_at: AtNow
  offered_at: At
  expires_at: At
  shown: Opt<number>
  outcome: Null<'accepted' | 'declined' | 'closed'>
  closed_at: AtOrNull
  pickup_distance: number
  pickup_time: Null<number>
}

export interface DispatchRecords {
  booking_id: string
  sweep: number
  at: AtNow
  considered: Json<unknown>
  offered: number
  search: Opt<number>
  wave: Null<number>
}

export interface UnassignedAlerts {
  booking_id: string
  at: Date
}

export interface DriverPositions {
  driver_id: string
  lat: number
  lng: number
  accuracy: Null<number>
  heading: Null<number>
  speed: Null<number>
  at: At
  seq: Opt<Big>
}

export interface TrackPoints {
  booking_id: string
  seq: Big
  status: 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'REACHED'
  lat: number
  lng: number
  accuracy: Null<number>
  at: At
  /** of a repeated reading: when the device gave it; at most `at` */
  read_at: AtOrNull
  received_at: AtNow
}

export interface DrivenTracks {
  booking_id: string
  points: number
  first_at: AtOrNull
  last_at: AtOrNull
  line: Null<string>
}

/** A companion app of a driver that posts positions [design/tracking-30]. */
export interface Trackers {
  driver_id: string
  token_hash: Buffer
  created_at: AtNow
  used_at: AtOrNull
}

/** A link by which people without an account follow a booking [design/access-100]. */
export interface GuestLinks {
  id: string
  booking_id: string
  view: Generated<LinkView>
  /** of a driver's link; null: made by the rider or the office */
  driver_id: string | null
  /** the server sent it to the receiver [design/delivery-50] */
  by_sms: Generated<boolean>
  created_at: AtNow
  ended_at: AtOrNull
  /** when someone last looked */
  opened_at: AtOrNull
}

/** What searches look up; triggers of `bookings` write it [design/data-81]. */
export interface BookingWords {
  booking_id: string
  side: 'rider' | 'driver'
  words: string
}
