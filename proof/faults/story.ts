import type { RawBuilder } from 'kysely'
import type { CrashCity } from './crash-city.ts'

/** Something that is about to be done, and how often it has happened: 0 before, 1 after, never more. */
export interface Ready {
  /** Rejects when the server dies on the way. */
  readonly go: () => Promise<unknown>
  /** Does it again after the restart, with the same key; answers the same each time. */
  readonly again: () => Promise<unknown>
  readonly happened: () => Promise<number>
}

export interface Story {
  readonly name: string
  /** Where it can be stopped, in the order of its way. */
  readonly points: readonly string[]
  /** Other points that it comes by. */
  readonly passes?: readonly string[]
  /** It changes what the others stand on. */
  readonly alone?: true
  /** Puts back what it changed. */
  readonly restore?: (city: CrashCity) => Promise<unknown>
  /** The server does it in its own time once `go` has brought it about; `again` waits for that. */
  readonly byItself?: true
  readonly prepare: (city: CrashCity) => Promise<Ready>
}

export const counting = (city: CrashCity, query: RawBuilder<{ count: number }>) => async (): Promise<number> =>
  (await query.execute(city.db.request)).rows[0]?.count ?? 0

export const locked = (name: string): string[] => [`${name}.locked`, `${name}.before_commit`]
