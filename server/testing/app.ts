import { afterAll } from 'vitest'
import { createAppContext, wire, type AppContext } from '../app-context.ts'
import { endpoints } from '../endpoints.ts'
import { makeBroadcaster } from '../platform/live/broadcaster.ts'
import { runServer, type Features, type RunningServer, type RunOptions } from '../platform/runtime/running-server.ts'
import type { MapsProvider } from '../providers/maps/maps-provider.ts'
import type { PaymentsProvider } from '../providers/payments/payments-provider.ts'
import { standInMaps } from '../providers/maps/stand-in-maps.ts'
import type { TestDatabase } from './test-database.ts'
import { makePlatform, type PlatformWishes } from './test-platform.ts'
import { makeTestFailpoints, type TestFailpoints } from './test-failpoints.ts'

export interface TestAppWishes extends PlatformWishes {
  readonly maps?: MapsProvider
  /** Instead of the trial's own test gateway. */
  readonly gateways?: readonly PaymentsProvider[]
  /** Sweeps run every second as in life unless switched off, which stories about deadlines may want. */
  readonly sweeps?: boolean
  readonly features?: Partial<Features<AppContext>>
  /** Sweeps and jobs run when the test turns them; it also stops the app, which no file's end does then. */
  readonly turns?: NonNullable<RunOptions<AppContext>['turns']>
}

export interface TestApp extends RunningServer {
  readonly app: AppContext
  readonly failpoint: TestFailpoints
}

/**
 * The whole server on a test database, listening on a port of 127.0.0.1, with stand-in maps and failpoints in the test's
 * hand. It stops when the file ends. Floods are not limited unless a test wishes it.
 */
export const startTestApp = async (database: TestDatabase, wishes: TestAppWishes = {}): Promise<TestApp> => {
  const failpoint = makeTestFailpoints()
  const platform = makePlatform(database, { failpoint, ...wishes })
  const broadcaster = makeBroadcaster()
  const opened = wishes.gateways === undefined ? undefined : { gateways: wishes.gateways, mount: () => undefined }
  const app = createAppContext(platform, wishes.maps ?? standInMaps(), broadcaster, opened)
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
    alone: true,
    onLive: (live) => broadcaster.connect(live),
    ...(wishes.turns === undefined ? {} : { turns: wishes.turns }),
  })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  // A hook would keep each of thousands of cities until the file ends.
  if (wishes.turns === undefined) afterAll(stop)
  return { ...running, app, failpoint, stop }
}
