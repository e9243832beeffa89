import type { Tx } from './database.ts'

/** A room of the live layer (`user:<id>`, `role:admin`, `fleet:<id>`): derived from the session, never asked for by name. */
export type Room = string

export interface OutboxEntry {
  /** Names a live event: `booking`, `offer`, `wallet`, `notice`. Exactly one `booking` row per booking event. */
  readonly kind: string
  /** Id of what changed. */
  readonly subject: string
  /** The subject's version where it has one. */
  readonly version?: number
  /** Who may hear it at the time of writing; judged again when it is sent and replayed. */
  readonly audience: readonly Room[]
}

/**
 * Writes rows into the transaction that makes them true. They hold no data: the view of each listener is rendered when
 * sent. Their sequence number is given after the commit by the relay.
 */
export const addToOutbox = async (tx: Tx, ...entries: readonly OutboxEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      entries.map(({ kind, subject, version, audience }) => ({
        kind,
        subject,
        version: version ?? null,
        audience: [...new Set(audience)],
      })),
    )
    .execute()
}
