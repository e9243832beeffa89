import type { LiveKind } from '@remis/domain/live/live-events'
import type { Role } from '@remis/domain/kit/endpoint'
import { bookingViews, offer } from './booking-views.ts'
import { shape, type Shape } from './shape.ts'
import { chatMessage } from './views.ts'

/** Payloads of live events, written by hand, per role if they differ [design/live-3]. */
const lines: Readonly<Record<Exclude<LiveKind, 'booking'>, string>> = {
  offer: `bookingId offer{${offer}}`,
  notice: 'id message params* screen bookingId fresh',
  'car-types': '',
  settings: 'version',
  // the event carries no data: pages load theirs again
  languages: '',
  // the numbers of the menu are read again
  office: '',
  chat: `bookingId message{${chatMessage}} marks{delivered read} unread`,
  wallet: 'balance currency',
}

export const envelope = 'epoch seq kind subject payload*'
/** What a marker on the map needs, without the driver's id. */
export const position: readonly Shape[] = shape('bookingId id status at lat lng accuracy heading')

export const liveView = (kind: LiveKind, role: Role): readonly Shape[] =>
  shape(kind === 'booking' ? bookingViews[role] : lines[kind])
