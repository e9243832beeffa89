import { trafficApi } from '@remis/domain/traffic/traffic-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { learnFromTrips, type TrafficDeps } from './learn-from-trips.ts'
import { acceptFactors, clearFactors, readTraffic } from './manage-factors.ts'

export const traffic: Feature<TrafficDeps> = {
  endpoints: serve<TrafficDeps, typeof trafficApi>(trafficApi, {
    read: readTraffic,
    accept: acceptFactors,
    clear: clearFactors,
  }),
  sweeps: (app) => ({
    'traffic of trips': { everyMs: 5000, run: () => learnFromTrips(app) },
    'traffic in use': { everyMs: 2000, run: () => app.traffic.refresh() },
  }),
}
