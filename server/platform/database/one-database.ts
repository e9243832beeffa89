import { openPlain, type DatabaseAddress } from './migrate.ts'
import { StartError } from '../runtime/start-error.ts'

/** Which database answers there: its number in its cluster, and when that began to run, to the microsecond. */
const placeOf = async (address: DatabaseAddress): Promise<string> => {
  const client = await openPlain(address, 'place')
  try {
    const { rows } = await client.query<{ place: string }>(
      `select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as place
       from pg_database where datname = current_database()`,
    )
    return rows[0]?.place ?? ''
  } finally {
    await client.end()
  }
}

/**
 * Refuses an address of another database than the direct one: a start would migrate a database that it has not locked
 * [design/data-114].
 */
export const checkOneDatabase = async (direct: DatabaseAddress, others: readonly DatabaseAddress[]): Promise<void> => {
  const place = await placeOf(direct)
  for (const other of others)
    if ((await placeOf(other)) !== place)
      throw new StartError(
        `${other.variable ?? 'An address'} names another database than ${direct.variable ?? 'DATABASE_URL'}. Nothing was changed. Let both name the same one.`,
      )
}
