import pg from 'pg'

/** The clock of one city: it stands still until it is moved. */
export interface HandClock {
  /** ms since 1970 */
  now(): number
  pass(ms: number): Promise<void>
  end(): Promise<void>
}

/** A Monday noon in Montevideo, later than any row that a migration writes. */
const start = Date.UTC(2035, 0, 1, 15)

/**
 * A schema before `pg_catalog` whose clock is a sequence: it is seen at once, in every transaction. All deadlines are
 * judged by the database's clock (`db-clock.ts`), so this moves the whole server, the job queue and `verify` too. Its
 * functions are of the kind that PostgreSQL writes into the statement: they are asked thousands of times a run.
 */
const clockSchema = (database: string) => `
  create schema clock;
  create sequence clock.ms start ${start};
  select nextval('clock.ms');
  create function clock.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.to_timestamp(pg_catalog.pg_sequence_last_value('clock.ms'::regclass) / 1000::float8) $$;
  create function clock.now() returns timestamptz language sql volatile as $$ select clock.clock_timestamp() $$;
  alter database ${database} set search_path = clock, pg_catalog, public;`

/** What a default calls was looked up when its table was made. */
const ownDefaults = `
  select format('alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname,
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '(pg_catalog\\.)?(now|clock_timestamp)\\(\\)', 'clock.now()', 'g')) as change
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) ~ '(now|clock_timestamp)\\(\\)'`

/** Puts the clock of a database into our hand. Nobody may be connected yet: who is keeps the clock of the machine. */
export const takeClock = async (connection: pg.ClientConfig): Promise<HandClock> => {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(clockSchema(connection.database ?? ''))
  const { rows } = await client.query<{ change: string }>(ownDefaults)
  await client.query(rows.map(({ change }) => change).join(';'))
  let now = start
  return {
    now: () => now,
    pass: async (ms) => {
      now += ms
      await client.query({ name: 'pass', text: 'select setval($1, $2::bigint)', values: ['clock.ms', now] })
    },
    end: () => client.end(),
  }
}
