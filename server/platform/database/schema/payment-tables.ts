import type { PaymentPurpose, PaymentStatus } from '@remis/domain/payments/payment-status'
import type { AtNow, AtOrNull, Big, Computed, Json, JsonOr, Null, Opt } from './column.ts'

export interface TopUps {
  id: string
  user_id: string
  amount: Big
  currency: string
  created_at: AtNow
  paid_at: AtOrNull
}

export interface Payments {
  id: string
  purpose: PaymentPurpose
  booking_id: Null<string>
  top_up_id: Null<string>
  user_id: string
  provider: string
  amount: Big
  currency: string
  description: string
  status: Opt<PaymentStatus>
  use: Null<'applied' | 'unapplied'>
  return_key_hash: Buffer
  provider_ref: Null<string>
  provider_payment_id: Null<string>
  data: JsonOr<Record<string, string>>
  failure: Null<string>
  address: Opt<string>
  checks: Opt<number>
  next_check_at: AtOrNull
  created_at: AtNow
  updated_at: AtNow
  paid_at: AtOrNull
  /** the gateway reported a chargeback, maybe before the money is captured */
  charged_back_at: AtOrNull
  /** the office ended it */
  chargeback_closed_at: AtOrNull
  /** it ended it as won: the money stays */
  chargeback_won: Opt<boolean>
}

export interface PaymentEvents {
  id: string
  provider: string
  event_key: string
  payment_id: Null<string>
  source: 'webhook' | 'return' | 'query' | 'submit'
  verdict: 'paid' | 'again' | 'review' | 'pending' | 'failed' | 'refund' | 'ignored' | 'unknown'
  outcome: Json<unknown>
  received_at: AtNow
}

export interface Refunds {
  id: string
  payment_id: string
  key: string
  amount: Big
  currency: string
  reason: string
  status: Opt<'asked' | 'pending' | 'done' | 'credited'>
  provider_refund_id: Null<string>
  tries: Opt<number>
  next_try_at: AtOrNull
  failure: Null<string>
  created_at: AtNow
  done_at: AtOrNull
  /** the gateway made it although the wallet had been credited */
  paid_twice_at: AtOrNull
  /** the gateway's id of that refund */
  paid_twice_refund_id: Null<string>
  /** the wallet was credited although it is posted as done: it failed later, or was left to the office */
  failed_at: AtOrNull
  /** the gateway's id of the refund that failed after it was done */
  failed_refund_id: Null<string>
  /** the first of the last tries without an answer; null: the last one was answered */
  silent_since: AtOrNull
  /** the office decides, since the gateway has been silent for too long */
  office_told_at: AtOrNull
  /** when it was left to the office: posted as done, but neither card nor wallet could take it */
  left_at: AtOrNull
  /** the office settled it outside Remis */
  settled_at: AtOrNull
  /** the gateway made it after that */
  made_late_at: AtOrNull
  /** `left`: it waits for the office; `settled`: the office settled it, and the gateway has not made it */
  office_state: Computed<'left' | 'settled' | null>
  /** the admin who asked to credit the wallet; a second one decides */
  credit_asked_by: Null<string>
}

/** The other side's book: what the test gateway itself remembers. */
export interface TestGatewayOrders {
  id: string
  attempt_id: string
  amount: Big
  currency: string
  status: 'open' | 'paid' | 'declined' | 'later' | 'closed'
  data: Json<unknown>
  created_at: AtNow
}
