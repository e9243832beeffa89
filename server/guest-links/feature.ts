import { guestLinksApi } from '@remis/domain/guest-links/guest-links-api'
import { serve } from '../platform/http/use-case.ts'
import type { Feature } from '../platform/runtime/feature.ts'
import type { TrackingDeps } from '../tracking/tracking-deps.ts'
import { followTrip } from './follow-trip.ts'
import { deleteOldGuestLinks } from './guest-link-store.ts'
import { addLink, endLink, listLinks } from './manage-guest-links.ts'

const keptDays = 7
const perTurn = 1000

export const guestLinks: Feature<TrackingDeps> = {
  endpoints: serve<TrackingDeps, typeof guestLinksApi>(guestLinksApi, {
    list: listLinks,
    add: addLink,
    end: endLink,
    follow: followTrip,
  }),
  sweeps: (app) => ({
    'links of rides that are over': {
      everyMs: 600_000,
      run: async () => {
        await deleteOldGuestLinks(app.db.jobs, keptDays, perTurn)
      },
    },
  }),
}
