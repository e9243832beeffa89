import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { socketFolder } from '@remis/server/embedded-postgres/folders'

/** The connection to the embedded database of a server with this data folder. */
export const embeddedConnection = (dataDir: string) => ({
  host: socketFolder(dataDir),
  port: 5432,
  user: 'app',
  password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  database: 'remis',
})
