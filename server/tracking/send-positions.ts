import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { storeFixes, type FixesReply } from './store-fixes.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** Positions by HTTP, the fallback of the socket. */
export const sendPositions: UseCase<TrackingDeps, typeof trackingApi.send> = (app, { who, body }) =>
  storeFixes(app, who.id, body.fixes, who.sessionId)

/** The socket's `positions` message: same body and reply. For drivers only. */
export const onPositions = (app: TrackingDeps, who: Person, payload: unknown): Promise<FixesReply> => {
  if (who.role !== 'driver') throw new AppError(403, 'forbidden')
  const read = trackingApi.send.body.safeParse(payload)
  if (!read.success) throw new AppError(400, 'invalid_input')
  return storeFixes(app, who.id, read.data.fixes, who.sessionId)
}
