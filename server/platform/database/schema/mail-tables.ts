import type { Generated } from 'kysely'
import type { AtNow, AtOrNull, Big, Json, JsonOr, Null, Opt, Words } from './column.ts'

export interface MailQueue {
  id: string
  words: Words
  channel: 'mail' | 'sms'
  user_id: Null<string>
  /** email address or phone number */
  address: string
  template: string
  params: JsonOr<Readonly<Record<string, string | number>>>
  secrets: Null<string>
  language: Null<string>
  state: Opt<'waiting' | 'sent' | 'failed'>
  tries: Opt<number>
  next_try_at: AtOrNull
  expires_at: AtOrNull
  sent_at: AtOrNull
  failure: Null<'refused' | 'no_answer' | 'expired' | 'broken'>
  detail: Opt<string>
  provider_ref: Null<string>
  created_at: AtNow
  /** when it was queued, the last time */
  queued_at: AtNow
}

export interface MailProviders {
  channel: 'mail' | 'sms'
  config: Json<unknown>
  secret: Null<string>
  version: Opt<number>
  updated_at: AtNow
  updated_by: string
}

export interface TrialMailbox {
  id: Generated<Big>
  channel: 'mail' | 'sms'
  message_id: string
  address: string
  subject: Opt<string>
  text: string
  html: Opt<string>
  at: AtNow
}
