import type pg from 'pg'
import { createAppContext, wire, type AppContext } from '../../server/app-context.ts'
import { endpoints } from '../../server/endpoints.ts'
import { makeBroadcaster } from '../../server/platform/live/broadcaster.ts'
import { connectDatabase } from '../../server/platform/database/database.ts'
import { limits } from '../../server/platform/runtime/limits.ts'
import { createLogger } from '../../server/platform/runtime/logger.ts'
import { runServer } from '../../server/platform/runtime/running-server.ts'
import type { MapsProvider } from '../../server/providers/maps/maps-provider.ts'
import { standInMaps } from '../../server/providers/maps/stand-in-maps.ts'
import { makePlatform, type PlatformOptions } from '../../server/testing/test-platform.ts'

/** The whole server on this database, in this process; flood limits are off. */
export const openOurServer = async (
  connection: pg.ClientConfig,
  wishes: PlatformOptions = {},
  maps: MapsProvider = standInMaps(),
): Promise<{ app: AppContext; url: string; stop: () => Promise<void> }> => {
  const db = connectDatabase({ connection, limits: limits.database, log: createLogger('silent') })
  const broadcaster = makeBroadcaster()
  const app = createAppContext(makePlatform({ db }, wishes), maps, broadcaster)
  const running = await runServer({
    app,
    features: { ...wire(app), served: endpoints },
    direct: connection,
    onLive: (live) => broadcaster.connect(live),
  })
  return { app, url: running.url, stop: () => running.stop() }
}
