import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import { FloodLimit } from '../platform/http/flood-limit.ts'
import type { OnMessage } from '../platform/live/live-messages.ts'
import type { UseCase } from '../platform/http/use-case.ts'
import { storeFixes } from './store-fixes.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** Positions by HTTP, the fallback of the socket. */
export const sendPositions: UseCase<TrackingDeps, typeof trackingApi.send> = (app, { who, body }) =>
  storeFixes(app, who.id, body.fixes, who.sessionId)

/**
 * The socket's `positions` message, for drivers only: same body, reply and rate limit as the endpoint, shared by all
 * links of the driver [design/tracking-46].
 */
export const onPositions = (app: TrackingDeps): OnMessage => {
  const floods = new FloodLimit()
  return (who, payload) => {
    if (who.role !== 'driver') throw new AppError(403, 'forbidden')
    floods.count('position', who.id, app.config.limits.floods.position, Date.now())
    const read = trackingApi.send.body.safeParse(payload)
    if (!read.success) throw new AppError(400, 'invalid_input')
    return storeFixes(app, who.id, read.data.fixes, who.sessionId)
  }
}
