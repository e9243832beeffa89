import type { LiveKind } from '@remis/domain/live/live-events'
import type { Role } from '@remis/domain/kit/endpoint'
import { bookingViews, offer } from './booking-views.ts'
import { shape, type Shape } from './shape.ts'

/** Payloads of live events by hand, per role where they differ (design §9, trust-and-speed §1.8). */
const lines: Readonly<Record<Exclude<LiveKind, 'booking'>, string>> = {
  offer: `bookingId offer{${offer}}`,
  notice: 'id message params* screen bookingId',
  wallet: 'balance currency',
}

export const envelope = 'epoch seq kind subject payload*'
/** Only what a marker on the map needs: no driver's id. */
export const position: readonly Shape[] = shape('bookingId at lat lng accuracy heading')

export const liveView = (kind: LiveKind, role: Role): readonly Shape[] =>
  shape(kind === 'booking' ? bookingViews[role] : lines[kind])
