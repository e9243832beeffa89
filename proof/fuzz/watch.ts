import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '@remis/server/platform/database/schema'
import { changedTables, digestsOf, untilSettled, type BusinessDigest } from '../business-digest.ts'

/** Watches what calls change: after a call that was refused, or that only read, the business data must be as before. */
export interface Watch {
  /** Call before a case. `closely`: a change by this call must be detected, so a digest is taken first. */
  before(closely: boolean): Promise<void>
  /** Call after it; returns the tables that it changed though it must not. */
  after(mayChange: boolean): Promise<string[]>
  /** Changes until now were made by others: the next digest starts from here. */
  forget(): void
}

export const watchOf = async (db: Kysely<Tables>): Promise<Watch> => {
  const digest = await digestsOf(db)
  let clean: BusinessDigest | undefined
  let writes = ''
  let closely = true

  /** Counts transactions that wrote anything, at a tenth of a digest's cost. */
  const countWrites = async (): Promise<string> => {
    const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(
      db,
    )
    return rows[0]?.next ?? ''
  }
  const takeClean = async (): Promise<void> => {
    await untilSettled(db)
    clean = await digest()
    writes = await countWrites()
  }

  return {
    before: async (watched) => {
      closely = watched
      if (watched && clean === undefined) await takeClean()
    },
    after: async (mayChange) => {
      if (clean === undefined) return []
      const now = await countWrites()
      if (now === writes) return []
      if (mayChange || !closely) {
        clean = undefined
        return []
      }
      const changed = changedTables(clean, await digest())
      if (changed.length > 0) clean = undefined
      else writes = now
      return changed
    },
    forget: () => (clean = undefined),
  }
}
