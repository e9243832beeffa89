import type { AppCategory } from '@remis/domain/booking/variant'
import type { Generated } from 'kysely'
import type { At, AtNow, Big, JsonOr, JsonOrNull, Null, Opt, Words } from './column.ts'

export interface Outbox {
  id: Generated<Big>
  seq: Null<Big>
  kind: string
  subject: string
  version: Null<number>
  audience: string[]
  at: AtNow
}

export interface StreamCursors {
  name: string
  seq: Big
}

export interface IdempotencyKeys {
  owner: string
  endpoint: string
  key: string
  body_hash: Buffer
  reply: JsonOrNull<unknown>
  created_at: AtNow
}

export interface RateCounters {
  class: string
  subject: string
  window_start: At
  count: number
}

export interface MapServiceDays {
  service: string
  /** UTC, YYYY-MM-DD */
  day: string
  requests: number
  /** millionths of a US dollar */
  micro_dollars: Big
}

export interface LiveEpoch {
  id: number
  epoch: string
}

export interface ServerSecrets {
  name: string
  value: Buffer
  created_at: AtNow
}

/**
 * The data of a mark: for a trial the hash that its office accounts share, and whether their password is the shown one.
 */
export interface MarkData {
  readonly officeHash?: string
  readonly shown?: boolean
  /** what the installation carries [design/delivery-2] */
  readonly appcat?: AppCategory
  /** of the mark `installation` [design/files-11] */
  readonly id?: string
}

export interface InstallationMarks {
  name: 'trial' | 'production' | 'installation'
  data: JsonOr<MarkData>
  created_at: AtNow
}

export interface SecurityEvents {
  id: Generated<Big>
  words: Words
  at: AtNow
  kind: string
  user_id: Null<string>
  address: string
  user_agent: Opt<string>
  message_key: Opt<string>
  route: Opt<string>
  count: Opt<number>
}

export interface AuditSeals {
  id: Generated<Big>
  upto: Big
  sealed: number
  hash: Buffer
  at: AtNow
}
