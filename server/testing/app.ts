import { createAppContext, wire, type AppContext } from '../app-context.ts'
import { endpoints } from '../endpoints.ts'
import { makeBroadcaster } from '../platform/live/broadcaster.ts'
import { runServer, type Features, type RunningServer, type RunOptions } from '../platform/runtime/running-server.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import { openPush } from '../providers/push/open-push.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import type { TestDatabase } from './test-database.ts'
import { makePlatform, type PlatformOptions } from './test-platform.ts'
import { makeTestFailpoints, type TestFailpoints } from './test-failpoints.ts'

export interface TestAppOptions extends PlatformOptions {
  readonly maps?: MapsProvider
  /** Used instead of the test gateway of the trial. */
  readonly gateways?: readonly PaymentsProvider[]
  /** Private networks with a push service. */
  readonly pushNetworks?: string
  /** Default true: sweeps run on their timers. Tests of deadlines switch them off. */
  readonly sweeps?: boolean
  readonly features?: Partial<Features<AppContext>>
  /** Runs sweeps and jobs when the test calls them. The test must then stop the app itself. */
  readonly turns?: NonNullable<RunOptions<AppContext>['turns']>
}

export interface TestApp extends RunningServer {
  readonly app: AppContext
  readonly failpoint: TestFailpoints
}

/**
 * The whole server on a test database, on a port of 127.0.0.1, with stand-in maps and failpoints the test controls. It
 * stops when the file ends. Flood limits are off unless set.
 */
export const startTestApp = async (database: TestDatabase, wishes: TestAppOptions = {}): Promise<TestApp> => {
  const failpoint = makeTestFailpoints()
  const platform = makePlatform(database, { failpoint, ...wishes })
  const broadcaster = makeBroadcaster()
  const opened = wishes.gateways === undefined ? undefined : { gateways: wishes.gateways, mount: () => undefined }
  const pushes = wishes.pushNetworks === undefined ? undefined : openPush(platform, wishes.pushNetworks)
  const app = createAppContext(platform, wishes.maps ?? standInMaps(), broadcaster, opened, pushes)
  const wired = wire(app)
  const running = await runServer({
    app,
    features: {
      ...wired,
      served: endpoints,
      ...wishes.features,
      sweeps: wishes.sweeps === false ? {} : (wishes.features?.sweeps ?? wired.sweeps),
    },
    direct: database.connection,
    onLive: (live) => broadcaster.connect(live),
    ...(wishes.turns === undefined ? {} : { turns: wishes.turns }),
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  // It would keep thousands of cities in memory until the file ends.
  if (wishes.turns === undefined) database.atEnd(stop)
  return { ...running, app, failpoint, stop }
}
