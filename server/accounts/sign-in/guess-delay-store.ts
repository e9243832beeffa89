import { AppError } from '@remis/domain/messages/app-error'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../platform/database/schema.ts'
import type { GuessDelay } from '../../platform/runtime/limits.ts'

/** One row: what is guessed, and where or at which account. */
export interface GuessedAt {
  readonly guard: string
  readonly subject: string
  readonly delay: GuessDelay
}

/** Seconds to wait after the last guess. */
const waitOf = ({ free, firstSeconds, mostSeconds }: GuessDelay): RawBuilder<number> => sql<number>`
  case when g.failures <= ${free}::int then 0
    else least(${mostSeconds}::float8, ${firstSeconds}::float8 * power(2, least(g.failures - ${free}::int - 1, 30))) end`

/**
 * Counts a guess before it is judged, so that parallel guesses are all counted. Throws 429 with `retryAfter` while the
 * wait after the last one has not passed; a refused guess changes nothing, so no one can prolong another's wait
 * [design/accounts-60]. A last guess in the future is from before the clock was set back.
 */
export const countGuess = async (db: Kysely<Tables>, { guard, subject, delay }: GuessedAt): Promise<void> => {
  const { rows } = await sql`
    insert into guess_delays as g (guard, subject, failures, last_at)
    values (${guard}, ${subject}, 1, clock_timestamp())
    on conflict (guard, subject) do update set
      failures = case when g.last_at < clock_timestamp() - ${delay.forgetHours} * interval '1 hour' then 1 else g.failures + 1 end,
      last_at = clock_timestamp()
    where g.last_at + ${waitOf(delay)} * interval '1 second' <= clock_timestamp() or g.last_at > clock_timestamp()
    returning 1`.execute(db)
  if (rows.length > 0) return
  const left = await sql<{ seconds: number }>`
    select ceil(extract(epoch from g.last_at + ${waitOf(delay)} * interval '1 second' - clock_timestamp()))::int as seconds
    from guess_delays g where g.guard = ${guard} and g.subject = ${subject}`.execute(db)
  throw new AppError(429, 'too_many_requests', { extra: { retryAfter: Math.max(1, left.rows[0]?.seconds ?? 1) } })
}

/** Takes one guess back: it was right, or another guard refused it. */
export const takeGuessBack = async (db: Kysely<Tables>, { guard, subject }: GuessedAt): Promise<void> => {
  await db
    .updateTable('guess_delays')
    .set({ failures: sql<number>`greatest(failures - 1, 0)` })
    .where('guard', '=', guard)
    .where('subject', '=', subject)
    .execute()
}

/** Forgets the wrong guesses: the right one was made in the same place. */
export const forgetGuesses = async (db: Kysely<Tables>, { guard, subject }: GuessedAt): Promise<void> => {
  await db.deleteFrom('guess_delays').where('guard', '=', guard).where('subject', '=', subject).execute()
}

/** Deletes what is forgotten anyway. Sweep. */
export const sweepGuessDelays = async (db: Kysely<Tables>, hours: number): Promise<void> => {
  await sql`delete from guess_delays where last_at < now() - ${hours} * interval '1 hour'`.execute(db)
}
