import { AppError } from '@remis/domain/messages/app-error'
import { trackingApi } from '@remis/domain/tracking/tracking-api'
import type { Person, UseCase } from '../platform/http/use-case.ts'
import { keepFixes, type Kept } from './keep-fixes.ts'
import type { TrackingDeps } from './tracking-deps.ts'

/** Positions by HTTP, where the socket is not to be had. */
export const sendPositions: UseCase<TrackingDeps, typeof trackingApi.send> = (app, { who, body }) =>
  keepFixes(app, who.id, body.fixes)

/** The socket's `positions` message: the same body, the same reply. Only drivers have positions. */
export const onPositions = (app: TrackingDeps, who: Person, payload: unknown): Promise<Kept> => {
  if (who.role !== 'driver') throw new AppError(403, 'forbidden')
  const read = trackingApi.send.body.safeParse(payload)
  if (!read.success) throw new AppError(400, 'invalid_input')
  return keepFixes(app, who.id, read.data.fixes)
}
