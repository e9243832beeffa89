import pg from 'pg'

/** The clock of one city: it stops until it is moved. */
export interface HandClock {
  /** ms since 1970 */
  now(): number
  pass(ms: number): Promise<void>
  end(): Promise<void>
}

/** A Monday noon in Montevideo, later than any row that a migration writes. */
const start = Date.UTC(2035, 0, 1, 15)

/**
 * A schema before `pg_catalog` with a sequence as clock: every transaction sees it at once. All deadlines are judged
 * by the database's clock (`db-clock.ts`), so this moves the whole server, the job queue and `verify` too. Its
 * functions are inlined into statements by PostgreSQL: they are called thousands of times a run.
 */
const clockSchema = (database: string) => `
  create schema clock;
  create sequence clock.ms start ${start};
  select nextval('clock.ms');
  create function clock.clock_timestamp() returns timestamptz language sql volatile
    as $$ select pg_catalog.to_timestamp(pg_catalog.pg_sequence_last_value('clock.ms'::regclass) / 1000::float8) $$;
  create function clock.now() returns timestamptz language sql volatile as $$ select clock.clock_timestamp() $$;
  alter database ${database} set search_path = clock, pg_catalog, public;`

/** The functions of a column default were resolved when its table was made. */
const ownDefaults = `
  select format('alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname,
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '(pg_catalog\\.)?(now|clock_timestamp)\\(\\)', 'clock.now()', 'g')) as change
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) ~ '(now|clock_timestamp)\\(\\)'`

/** Replaces the clock of a database. No connection may be open yet: an open one keeps the machine's clock. */
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
