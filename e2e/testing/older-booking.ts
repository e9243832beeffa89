import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** A city's own database: where it listens stands in its third to fifth line. */
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

const times = ['booking_date', 'tripdate', 'release_at', 'accepted_at']

/** As if all that happened to a booking had happened so many seconds earlier: nobody waits for what only takes time. */
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
