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

const inDatabase = async (dataDir: string, text: string, values: readonly unknown[]): Promise<number> => {
  const client = new pg.Client(connectionOf(dataDir))
  await client.connect()
  try {
    return (await client.query(text, [...values])).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/** Moves the times of a booking back by this many seconds, so that no story waits for time to pass. */
export const makeOlder = async (dataDir: string, id: string, seconds: number): Promise<void> => {
  const back = times.map((time) => `${time} = ${time} - $2 * interval '1 second'`).join(', ')
  if ((await inDatabase(dataDir, `update bookings set ${back} where id = $1`, [id, seconds])) !== 1)
    throw new Error(`no booking ${id}`)
}

/** Moves the end of a person's insurance by so many days, as the calendar would. */
export const moveInsuranceEnd = async (dataDir: string, email: string, days: number): Promise<void> => {
  const moved = `update driver_documents d set expires_on = expires_on + $2::int,
    expires_at = expires_at + $2::int * interval '1 day'
    from users u where u.id = d.driver_id and u.email = $1 and d.kind = 'insurance' and d.state = 'accepted'`
  if ((await inDatabase(dataDir, moved, [email, days])) !== 1) throw new Error(`no insurance of ${email}`)
}
