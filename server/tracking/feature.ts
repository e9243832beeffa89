import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import { deleteOldTracks } from './delete-old-tracks.ts'
import { flushPositions } from './flush-positions.ts'
import { lastTripPosition } from './trip-position.ts'
import { endTracker, makeTracker, readTracker } from './companion/manage-tracker.ts'
import { onPositions, sendPositions } from './send-positions.ts'
import { mountTracker } from './companion/tracker-route.ts'
import type { TrackingDeps } from './tracking-deps.ts'
import { tripTrack } from './trip-track.ts'

export const tracking: Feature<TrackingDeps> = {
  endpoints: serve<TrackingDeps, typeof trackingApi>(trackingApi, {
    send: sendPositions,
    tracker: readTracker,
    makeTracker,
    endTracker,
    last: lastTripPosition,
    track: tripTrack,
  }),
  messages: (app) => ({ positions: onPositions(app) }),
  mount: mountTracker,
  sweeps: (app) => ({
    // Needed after a restart and by the office's dashboard: drivers are fresh for a minute.
    positions: { everyMs: 10_000, atStop: true, run: () => flushPositions(app) },
    'old tracks': { everyMs: 60_000, run: () => deleteOldTracks(app) },
  }),
}
