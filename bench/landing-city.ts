import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBuilt, type Start } from './city/built-server.ts'

/** The built server with its trial city, in a data folder of its own that goes with it. */
export const startTrialCity = async (): Promise<Pick<Start, 'base' | 'stop'>> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'remis-bench-'))
  // the database's user is another one than root
  chmodSync(dataDir, 0o755)
  const server = await startBuilt({ DATA_DIR: dataDir, DATABASE_URL: '' })
  return {
    base: server.base,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
