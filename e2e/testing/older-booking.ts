import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** The connection to a city's database: its address is in lines three to five of the pid file. */
const connectionOf = (dataDir: string): pg.ClientConfig => {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return {
    port: Number(lines[3]),
    host: lines[4] ?? '',
    user: 'app',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
    database: 'remis',
  }
}

const times = ['booking_date', 'tripdate', 'release_at', 'search_started_at', 'accepted_at']

const query = async (dataDir: string, text: string, values: readonly unknown[]): Promise<void> => {
  const client = new pg.Client(connectionOf(dataDir))
  await client.connect()
  try {
    const { rowCount } = await client.query(text, [...values])
    if (rowCount !== 1) throw new Error(`not one row: ${text}`)
  } finally {
    await client.end()
  }
}

/** Moves the times of a booking back by this many seconds, so that no story waits for time to pass. */
export const makeOlder = (dataDir: string, id: string, seconds: number): Promise<void> => {
  const back = times.map((time) => `${time} = ${time} - $2 * interval '1 second'`).join(', ')
  return query(dataDir, `update bookings set ${back} where id = $1`, [id, seconds])
}

/** Ends the search of a booking, as when its minutes have passed. */
export const endSearch = (dataDir: string, id: string): Promise<void> =>
  query(dataDir, 'update bookings set search_until = clock_timestamp() where id = $1', [id])

/** Leaves the newest payment of a person to the office, as after two weeks without an answer of the gateway. */
export const giveUpPayment = (dataDir: string, email: string): Promise<void> =>
  query(
    dataDir,
    `update payments set status = 'REVIEW', failure = 'no_answer', next_check_at = null, updated_at = clock_timestamp()
      where id = (select p.id from payments p join users u on u.id = p.user_id where u.email = $1
        order by p.created_at desc limit 1)`,
    [email],
  )

/** Asks the rider about a car that stands still, as the server does after ten minutes. */
export const askAboutStop = (dataDir: string, id: string): Promise<void> =>
  query(
    dataDir,
    `insert into safety_questions (id, booking_id, user_id, hint)
      select gen_random_uuid(), id, customer, 'long-stop' from bookings where id = $1`,
    [id],
  )
