import type { SecurityEventKind } from '@remis/domain/backoffice/security-event'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Logger } from '../runtime/logger.ts'
import { addressNet } from './address-net.ts'

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

interface BufferLimits {
  /** different events that wait for a flush */
  readonly waiting: number
  /** of them, those of one network; the rest of the network is one row of each kind */
  readonly ofNet: number
  readonly perDay: number
}

/** Events above a limit only count in the metrics: a flood must fill neither memory nor disk [design/access-125]. */
const bufferLimits = {
  refusals: { waiting: 2000, ofNet: 20, perDay: 20_000 },
  failedSignIns: { waiting: 2000, ofNet: Number.POSITIVE_INFINITY, perDay: 50_000 },
  others: { waiting: 2000, ofNet: Number.POSITIVE_INFINITY, perDay: Number.POSITIVE_INFINITY },
} satisfies Record<string, BufferLimits>
type BufferName = keyof typeof bufferLimits

/** Anyone causes refusals and failed sign-ins, so they have their own buffers and crowd out nothing else. */
const bufferOf = (kind: SecurityEventKind): BufferName =>
  kind === 'refused' || kind === 'too-many-requests'
    ? 'refusals'
    : kind === 'sign-in-failed'
      ? 'failedSignIns'
      : 'others'

interface Row {
  readonly event: SecurityEvent
  count: number
}

const keyOf = ({ kind, userId, address, userAgent, messageKey, route }: SecurityEvent): string =>
  JSON.stringify([kind, userId, address, userAgent, messageKey, route])

/** The events of one buffer that wait for a flush, equal ones as one with a count. */
const eventBuffer = ({ waiting: mostWaiting, ofNet: mostOfNet, perDay }: BufferLimits, onFullDay: () => void) => {
  let rows = new Map<string, Row>()
  let ofNet = new Map<string, number>()
  let today = { day: 0, rows: 0 }

  const addToSame = (event: SecurityEvent): boolean => {
    const same = rows.get(keyOf(event))
    if (same !== undefined) same.count++
    return same !== undefined
  }
  const hasPlace = (): boolean => {
    const day = Math.floor(Date.now() / 86_400_000)
    if (day !== today.day) today = { day, rows: 0 }
    if (rows.size >= mostWaiting || today.rows >= perDay) return false
    today.rows++
    if (today.rows === perDay) onFullDay()
    return true
  }
  return {
    add: (event: SecurityEvent): void => {
      if (addToSame(event)) return
      const net = addressNet(event.address)
      const own = ofNet.get(net) ?? 0
      const rest: SecurityEvent = { kind: event.kind, address: net }
      if (own >= mostOfNet && addToSame(rest)) return
      if (!hasPlace()) return
      const kept = own < mostOfNet ? event : rest
      if (kept === event) ofNet.set(net, own + 1)
      rows.set(keyOf(kept), { event: kept, count: 1 })
    },
    take: (): Row[] => {
      const taken = [...rows.values()]
      rows = new Map()
      ofNet = new Map()
      return taken
    },
  }
}

/**
 * Collects security events in memory, equal ones as one with a count, and writes them together: a row per refused call
 * would let a flood fill the disk [design/access-125].
 */
export const collectSecurityEvents = (
  db: Database,
  log: Logger,
  sizes: Readonly<Record<BufferName, BufferLimits>> = bufferLimits,
): SecurityEvents => {
  const counts = new Map<SecurityEventKind, number>()
  const open = (name: BufferName) =>
    eventBuffer(sizes[name], () =>
      log.warn({ buffer: name }, 'too many security events: the rest of the day is counted'),
    )
  const buffers = { refusals: open('refusals'), failedSignIns: open('failedSignIns'), others: open('others') }
  const write = async (rows: readonly Row[]): Promise<void> => {
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
      buffers[bufferOf(event.kind)].add(event)
    },
    flush: async () => {
      for (const buffer of Object.values(buffers)) {
        const rows = buffer.take()
        if (rows.length > 0)
          await write(rows).catch((error: unknown) =>
            log.warn({ err: error, lost: rows.length }, 'security events are lost'),
          )
      }
    },
    counts: () => counts,
  }
}

/** Deletes events past their retention. A task of the sweeper. */
export const sweepSecurityEvents = async (db: Database, days: number): Promise<void> => {
  await sql`delete from security_events where at < now() - ${days} * interval '1 day'`.execute(db.jobs)
}
