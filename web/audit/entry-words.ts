/** An action with what was written about it. */
export interface Entry {
  readonly action: string
  readonly data: Readonly<Record<string, unknown>>
}

/** How an entry is written in the reader's language. */
export interface EntryWords {
  /** an amount in minor units; without a currency it is in the operator's */
  readonly money: (minor: number, currency: string | undefined) => string
  readonly time: (ms: number) => string
  /** the value before and after a change */
  readonly fromTo: (from: string, to: string) => string
  /** between two values */
  readonly comma: string
  /** the label of a field, else its name */
  readonly field: (entry: Entry, name: string) => string
  /** the text of a role, a status and the like; null: the value is shown as it is */
  readonly value: (name: string, value: string | boolean) => string | null
}

/** The labels of fields that have a different name as a key. */
export const labels: Readonly<Record<string, string>> = {
  amount: 'correction_amount',
  atOnce: 'person_suspend_at_once',
  body: 'notification_body',
  booking: 'ledger_booking',
  car_type_id: 'people_car_type',
  cash: 'pay_with_cash',
  credit: 'wallet_kind_credit',
  currency: 'col_currency',
  devicetype: 'notification_devices',
  driver: 'role_driver',
  fare: 'trip_price',
  fields: 'audit_person_update',
  fleetadmin: 'people_fleet',
  from: 'audit_before',
  image: 'car_type_image',
  label: 'reason_label',
  license_image: 'person_license',
  name: 'audit_subject_name',
  of: 'ledger_owner',
  options: 'car_type_options',
  other_info: 'people_other_info',
  paymentId: 'audit_kind_payment',
  payout: 'audit_kind_payout',
  position: 'car_type_position',
  profile_image: 'car_type_image',
  reason: 'office_reason',
  refund: 'wallet_kind_refund',
  roles: 'reason_roles',
  search: 'table_key_search',
  seats: 'car_type_seats',
  share: 'col_share',
  title: 'notification_title',
  to: 'audit_after',
  until: 'person_suspend_end',
  usertype: 'audit_role',
  vehicle_make: 'people_make',
  vehicle_model: 'people_model',
  vehicle_number: 'people_plate',
}

/** As `labels`, of one action. */
export const labelsOfAction: Readonly<Record<string, string>> = {
  'booking.message.to': 'audit_to',
  'notification.send.usertype': 'notification_send_to',
  'riders.export.state': 'people_state',
  'drivers.export.state': 'people_state',
  'fleet-admins.export.state': 'people_state',
  'admins.export.state': 'people_state',
}

/** The key of a field's label; null: it has none. */
export const fieldKeyOf = ({ action }: Entry, name: string, has: (key: string) => boolean): string | null => {
  const setting = action.startsWith('settings.') ? [`set_${name}`] : []
  const keys = [...setting, labelsOfAction[`${action}.${name}`], labels[name], name]
  return keys.find((key) => key !== undefined && has(key)) ?? null
}

/** The keys that may be the text of a value. */
export const valueKeysOf = (name: string, value: string | boolean): readonly string[] => {
  if (typeof value === 'boolean') return [value ? 'value_yes' : 'value_no']
  if (name === 'kind') return [`document_${value}`]
  if (name === 'state') return [`people_state_${value}`]
  if (name === 'usertype' || name === 'from' || name === 'to')
    return [`role_${value === 'customer' ? 'rider' : value}`, `status_${value}`]
  return []
}
