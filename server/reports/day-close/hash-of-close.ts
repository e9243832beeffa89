import { sql, type RawBuilder } from 'kysely'

/** SHA-256 of a row `c` and of the hash before it. */
export const hashOfClose = (before: RawBuilder<unknown>): RawBuilder<Buffer> =>
  sql`sha256(coalesce(${before}, ''::bytea) || convert_to(jsonb_build_array(c.day,
    (extract(epoch from c.since) * 1000000)::bigint, (extract(epoch from c.until) * 1000000)::bigint, c.timezone,
    c.currency, c.recorded, c.postings, c.opening, c.closing, c.closed_by,
    (extract(epoch from c.closed_at) * 1000000)::bigint)::text, 'UTF8'))`
