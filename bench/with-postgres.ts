import type pg from 'pg'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { withClient } from '../server/testing/large-city/with-client.ts'
import { withDataFolder } from './city/data-folder.ts'
import { addRides } from './city/rides.ts'

/** An embedded PostgreSQL as the product runs it, fsync on, for the duration of `work`. */
export const withEmbedded = <T>(work: (connection: EmbeddedPostgres['connection']) => Promise<T>): Promise<T> =>
  withDataFolder(async (dataDir) => {
    const embedded = await startEmbeddedPostgres({ dataDir })
    try {
      return await work(embedded.connection)
    } finally {
      await embedded.stop()
    }
  })

/** As `withEmbedded`, migrated, with this many rides and drivers of the bench, and a connection to query it. */
export const withRides = <T>(
  rides: number,
  work: (connection: EmbeddedPostgres['connection'], client: pg.Client) => Promise<T>,
): Promise<T> =>
  withEmbedded(async (connection) => {
    await migrate(connection)
    return withClient(connection, async (client) => {
      await addRides(client, 0, rides)
      return work(connection, client)
    })
  })

/** As `withEmbedded`, by one connection. */
export const withPostgres = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withEmbedded((connection) => withClient(connection, work))
