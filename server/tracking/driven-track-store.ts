import type { Kysely } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/**
 * The points that a fare was computed from, with the line to draw: encoded polyline (precision 5), null without one.
 */
export interface DrivenTrack {
  readonly points: readonly { readonly at: number }[]
  readonly line: string | null
}

export const insertDrivenTrack = async (tx: Tx, bookingId: string, { points, line }: DrivenTrack): Promise<void> => {
  const [first, last] = [points[0], points.at(-1)]
  await tx
    .insertInto('driven_tracks')
    .values({
      booking_id: bookingId,
      points: points.length,
      first_at: first === undefined ? null : new Date(first.at),
      last_at: last === undefined ? null : new Date(last.at),
      line,
    })
    .execute()
}

/** The line of a trip's charged track, as an encoded polyline; null where none was stored. */
export const findDrivenLine = async (db: Kysely<Tables>, bookingId: string): Promise<string | null> =>
  (await db.selectFrom('driven_tracks').select('line').where('booking_id', '=', bookingId).executeTakeFirst())?.line ??
  null
