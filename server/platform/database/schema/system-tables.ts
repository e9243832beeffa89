import type { Generated } from 'kysely'
import type { At, AtNow, Big, JsonOrNull, Null } from './column.ts'

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

export interface Nodes {
  id: string
  job_pool: Null<string>
  started_at: AtNow
  seen_at: AtNow
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
