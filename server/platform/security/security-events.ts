import type { SecurityEventKind } from '@remis/domain/backoffice/security-event'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Logger } from '../runtime/logger.ts'

export interface SecurityEvent {
  readonly kind: SecurityEventKind
  readonly userId?: string | undefined
  readonly address: string
  readonly userAgent?: string
  /** of the refusal */
  readonly messageKey?: string
  /** method and path of the endpoint, without ids */
  readonly route?: string
}

export interface SecurityEvents {
  /** Never throws and does not wait: the row is written within seconds. */
  record(event: SecurityEvent): void
  /** Writes what is waiting. Sweep, and at the stop of the server. */
  flush(): Promise<void>
  /** Events since the start of this process, by kind. */
  counts(): ReadonlyMap<SecurityEventKind, number>
}

/**
 * Different events that wait for a flush. More are counted in the metrics only: a flood must not fill memory or disk.
 */
const mostWaiting = 2000

const keyOf = ({ kind, userId, address, userAgent, messageKey, route }: SecurityEvent): string =>
  JSON.stringify([kind, userId, address, userAgent, messageKey, route])

/**
 * Collects security events in memory, equal ones as one with a count, and writes them together: a row per refused call
 * would let a flood fill the disk [design/access-77].
 */
export const collectSecurityEvents = (db: Database, log: Logger): SecurityEvents => {
  const counts = new Map<SecurityEventKind, number>()
  let waiting = new Map<string, { readonly event: SecurityEvent; count: number }>()
  const write = async (rows: readonly { readonly event: SecurityEvent; readonly count: number }[]): Promise<void> => {
    await db.jobs
      .insertInto('security_events')
      .values(
        rows.map(({ event, count }) => ({
          kind: event.kind,
          user_id: event.userId ?? null,
          address: event.address,
          user_agent: (event.userAgent ?? '').slice(0, 300),
          message_key: event.messageKey ?? '',
          route: event.route ?? '',
          count,
        })),
      )
      .execute()
  }
  return {
    record: (event) => {
      counts.set(event.kind, (counts.get(event.kind) ?? 0) + 1)
      const key = keyOf(event)
      const same = waiting.get(key)
      if (same !== undefined) same.count++
      else if (waiting.size < mostWaiting) waiting.set(key, { event, count: 1 })
    },
    flush: async () => {
      if (waiting.size === 0) return
      const rows = [...waiting.values()]
      waiting = new Map()
      await write(rows).catch((error: unknown) =>
        log.warn({ err: error, lost: rows.length }, 'security events are lost'),
      )
    },
    counts: () => counts,
  }
}

/** Deletes events past their retention. A task of the sweeper. */
export const sweepSecurityEvents = async (db: Database, days: number): Promise<void> => {
  await sql`delete from security_events where at < now() - ${days} * interval '1 day'`.execute(db.jobs)
}
