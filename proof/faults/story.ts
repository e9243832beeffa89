import { waitFor } from '@remis/server/testing/actors'
import type { RawBuilder } from 'kysely'
import type { CrashCity } from './crash-city.ts'

/** An action and how often it has happened: 0 before, 1 after, never more. */
export interface Ready {
  /** Makes it due while no server runs: the first sweeps, a second after the start, find it. */
  readonly due?: () => Promise<unknown>
  /** Rejects when the server is killed during it. */
  readonly go: () => Promise<unknown>
  /** Repeats it after the restart, with the same key; returns the same answer each time. */
  readonly again: () => Promise<unknown>
  readonly happened: () => Promise<number>
}

export interface Story {
  readonly name: string
  /** The points where it can be stopped, in order. */
  readonly points: readonly string[]
  /** Other points that it passes. */
  readonly passes?: readonly string[]
  /** Needs its own server: it holds a lock that the other stories need. */
  readonly alone?: true
  /** The server does it on its own schedule once `due` or `go` has made it due; `again` waits for that. */
  readonly scheduled?: true
  readonly prepare: (city: CrashCity) => Promise<Ready>
}

export const counting = (city: CrashCity, query: RawBuilder<{ count: number }>) => async (): Promise<number> =>
  (await query.execute(city.db.request)).rows[0]?.count ?? 0

/** The longest pause between two sweeps is 15 s; a round starts its servers beside the browsers of the stories. */
export const sweepMs = 90_000

/** The server does it without a call. */
export const nothing = (): Promise<void> => Promise.resolve()

export const untilOnce = (happened: () => Promise<number>): Promise<void> =>
  waitFor(async () => (await happened()) > 0, sweepMs)

export const locked = (name: string): string[] => [`${name}.locked`, `${name}.before_commit`]
