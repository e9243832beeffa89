import type { Generated } from 'kysely'
import type { At, AtNow, AtOrNull, Big, Null, Opt } from './column.ts'

/** A device registered for push messages, and the session that registered it [design/push-1]. */
export interface PushTokens {
  id: Generated<Big>
  token_hash: Buffer
  user_id: string
  session_id: string
  kind: 'web' | 'fcm'
  platform: 'ANDROID' | 'IOS' | 'WEB'
  sealed: string
  created_at: AtNow
}

/** A message to one device [design/push-10]. */
export interface Pushes {
  id: string
  user_id: string
  token_hash: Buffer
  notice_id: Null<string>
  notification_id: Null<string>
  state: Opt<'waiting' | 'sent' | 'failed'>
  tries: Opt<number>
  next_try_at: AtOrNull
  expires_at: At
  created_at: AtNow
  sent_at: AtOrNull
  shown_at: AtOrNull
  detail: Opt<string>
}

/** A message of the office to many people [notices-5]. */
export interface Notifications {
  id: string
  devicetype: 'All' | 'ANDROID' | 'IOS'
  usertype: 'rider' | 'driver'
  title: string
  body: string
  version: Opt<number>
  created_at: AtNow
  state: Opt<'draft' | 'sending' | 'sent'>
  sent_at: AtOrNull
  /** the texts at the start of the sending: later changes do not apply to it */
  sent_title: Null<string>
  sent_body: Null<string>
  sent_usertype: Null<'rider' | 'driver' | 'All'>
  sent_devicetype: Null<'All' | 'ANDROID' | 'IOS'>
  /** id of the last device that the job has handled; null: all are handled */
  queued_through: Null<Big>
  matched: Opt<number>
  sent: Opt<number>
  delivered: Opt<number>
  failed: Opt<number>
  deleted_at: AtOrNull
}

export interface TrialPushes {
  id: Generated<Big>
  push_id: string
  kind: string
  platform: string
  person: string
  title: string
  body: string
  path: string
  /** as the device would get it */
  payload: string
  at: AtNow
}
