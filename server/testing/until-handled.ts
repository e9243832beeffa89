import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { waitFor } from './actors.ts'

/** Waits until this consumer of the event stream has handled everything that is committed. */
export const untilHandled = (db: Database, consumer: string): Promise<void> =>
  waitFor(async () => {
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from outbox where seq is null) or (select coalesce(max(seq), 0) from outbox)
        > coalesce((select seq from stream_cursors where name = ${consumer}), 0) as open`.execute(db.request)
    return rows[0]?.open === false
  })
