import { startBuilt } from './city/built-server.ts'
import { withDataFolder } from './city/data-folder.ts'

/** The built server with its trial city for the duration of `work`; `base` is its address. */
export const withTrialCity = <T>(work: (base: string) => Promise<T>): Promise<T> =>
  withDataFolder(async (dataDir) => {
    const server = await startBuilt({ DATA_DIR: dataDir, DATABASE_URL: '' })
    try {
      return await work(server.base)
    } finally {
      await server.stop()
    }
  })
