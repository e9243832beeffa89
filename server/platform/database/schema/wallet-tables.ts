import type { At, AtNow, AtOrNull, Big, JsonOrNull, Null, Opt } from './column.ts'

export interface Promos {
  id: string
  promo_name: string
  promo_description: Opt<string>
  promo_discount_type: 'flat' | 'percentage'
  promo_discount_value: number
  max_promo_discount_value: number
  min_order: Opt<number>
  /** YYYY-MM-DD */
  promo_validity: string
  promo_usage_limit: number
  user_avail: Opt<number>
  version: Opt<number>
  created_at: AtNow
  /** a deleted promo stays for the bookings that use it */
  deleted_at: AtOrNull
}

export interface PromoRedemptions {
  booking_id: string
  promo_id: string
  rider_id: string
  redeemed_at: At
  released_at: AtOrNull
}

export interface Withdrawals {
  id: string
  user_id: string
  amount: Big
  currency: string
  bank_name: Null<string>
  bank_code: Null<string>
  bank_account: Null<string>
  asked_at: AtNow
  processed_at: AtOrNull
  rejected_at: AtOrNull
  reason: Null<string>
  settled_by: Null<string>
  /** it is paid from then on, because its bank account is new */
  not_before: AtOrNull
  /** the payout that it was paid with; null: processed alone, or not paid */
  payout_id: Null<string>
  /** the name in the bank file; null: paid before it was kept, or not in a payout */
  payee_name: Null<string>
}

/** Who pays, as the SEPA file says, with the day on which the bank pays, YYYY-MM-DD. */
export interface Payer {
  readonly name: string
  readonly iban: string
  readonly bic: string
  readonly day: string
}

/** Withdrawals that were paid together [design/money-51]. */
export interface Payouts {
  id: string
  at: AtNow
  made_by: string
  file: 'csv' | 'sepa'
  withdrawals: number
  total: Big
  currency: string
  /** null: no SEPA file was made of it */
  payer: JsonOrNull<Payer>
}

/** A credit that an admin entered [design/money-54]. */
export interface WalletCredits {
  id: string
  user_id: string
  amount: Big
  currency: string
  reason: string
  /** the office took this amount in cash */
  cash: Opt<boolean>
  state: 'waiting' | 'credited' | 'refused' | 'reversed'
  asked_by: string
  asked_at: AtNow
  /** the second admin */
  decided_by: Null<string>
  decided_at: AtOrNull
  transaction_id: Null<string>
  reversed_by: Null<string>
  reversed_at: AtOrNull
  reversal_reason: Null<string>
}
