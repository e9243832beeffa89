import type { Generated } from 'kysely'
import type { AtNow, AtOrNull, Big, Extra, Json, JsonOr, Null, Opt } from './column.ts'

export interface SettingsTable {
  id: number
  version: number
  data: Json<unknown>
  updated_at: AtNow
  updated_by: Null<string>
}

export interface SettingsHistory {
  version: number
  data: Json<unknown>
  updated_at: AtNow
  updated_by: Null<string>
}

export interface Languages {
  id: string
  lang_name: string
  lang_locale: string
  date_locale: string
  key_value_pairs: JsonOr<Record<string, string>>
  built_in_pairs: JsonOr<Record<string, string>>
  written_for: JsonOr<Record<string, string>>
  is_default: Opt<boolean>
  created_at: AtNow
  /** grows with each change of the row, not of its texts */
  version: Opt<number>
}

export interface CancelReasons {
  id: string
  position: number
  label: string
  roles: Opt<('rider' | 'driver' | 'admin')[]>
  version: Opt<number>
}

export interface CarTypes {
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
  version: Opt<number>
  created_at: AtNow
  /** an archived car type stays for its bookings and drivers */
  deleted_at: AtOrNull
}

export interface AuditLog {
  id: Generated<Big>
  at: AtNow
  actor_id: Null<string>
  actor_role: Null<string>
  address: Opt<string>
  action: string
  subject: string
  data: JsonOr<unknown>
}
