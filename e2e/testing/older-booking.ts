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

/** Moves the times of a booking back by this many seconds, so that no story waits for time to pass. */
export const makeOlder = async (dataDir: string, id: string, seconds: number): Promise<void> => {
  const client = new pg.Client(connectionOf(dataDir))
  await client.connect()
  try {
    const back = times.map((time) => `${time} = ${time} - $2 * interval '1 second'`).join(', ')
    const { rowCount } = await client.query(`update bookings set ${back} where id = $1`, [id, seconds])
    if (rowCount !== 1) throw new Error(`no booking ${id}`)
  } finally {
    await client.end()
  }
}
