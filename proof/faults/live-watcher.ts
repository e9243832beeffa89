import { isDeepStrictEqual } from 'node:util'
import { room, type LiveEvent } from '@remis/domain/live/live-events'
import { openLiveLink } from '@remis/simulator/live-link'
import { waitFor } from '@remis/server/testing/actors'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '@remis/server/platform/database/database'
import type { Client } from '../api-client.ts'

/** Watches over the live link with the client of the trial fleet, which reconnects and resumes. */
export interface Watcher {
  /** The events handed to the screen, in order. */
  readonly seen: readonly { readonly seq: number; readonly kind: string; readonly subject: string }[]
  /** How often everything had to be loaded; 1 is the first load. */
  readonly reloads: () => number
  readonly connected: () => boolean
  /** Every event committed for this person since the link was opened was seen once and in order. */
  expectAll(): Promise<void>
  close(): void
}

/** The durable events for these rooms after `from`, as the database holds them. */
const committed = async (db: Database, rooms: readonly string[], from: number) =>
  (
    await sql<{ seq: number; kind: string; subject: string }>`select seq, kind, subject from outbox
      where seq > ${from} and audience && ${[room.all, ...rooms]}::text[]
        and kind in ('booking', 'wallet', 'notice', 'offer', 'settings', 'car-types', 'languages', 'office')
      order by seq`.execute(db.jobs)
  ).rows

const unnumbered = async (db: Database): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from outbox where seq is null`.execute(db.jobs)).rows[0]
    ?.count ?? 0

/**
 * Opens the link and waits for `hello`; nothing may happen to this person meanwhile. `more`: rooms beside the person's.
 */
export const watch = async (
  db: Database,
  base: string,
  client: Client,
  more: readonly string[] = [],
): Promise<Watcher> => {
  const seen: { seq: number; kind: string; subject: string }[] = []
  let reloads = 0
  const session = {
    enter: () => Promise.resolve(client.id),
    forget: () => undefined,
    token: () => client.token,
    call: client.call,
    leave: () => Promise.resolve(),
  }
  const link = openLiveLink(base, session, {
    event: ({ seq, kind, subject }: LiveEvent) => seen.push({ seq, kind, subject }),
    reload: () => reloads++,
  })
  await waitFor(() => reloads > 0, 10_000)
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0)::bigint as seq from outbox`.execute(db.jobs)
  const from = rows[0]?.seq ?? 0
  seen.length = 0
  // an event from before may still be on its way
  const since = () => seen.filter(({ seq }) => seq > from)
  return {
    seen,
    reloads: () => reloads,
    connected: () => link.connected(),
    expectAll: async () => {
      await waitFor(async () => (await unnumbered(db)) === 0, 10_000)
      const rooms = [room.user(client.id), ...more]
      // The server's sweeps go on meanwhile: equal at some moment.
      await waitFor(async () => isDeepStrictEqual(since(), await committed(db, rooms, from)), 10_000).catch(
        () => undefined,
      )
      expect(since()).toEqual(await committed(db, rooms, from))
    },
    close: () => link.close(),
  }
}
