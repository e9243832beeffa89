import type { BookingView } from '../booking/booking-api.ts'
import type { ChatMarks, ChatMessage } from '../chat/chat-api.ts'
import type { OfferView } from '../dispatch/dispatch-api.ts'
import type { Role } from '../kit/endpoint.ts'
import type { Fix, PositionsSent, TripPosition } from '../tracking/tracking-api.ts'

/**
 * All durable events. They carry (epoch, seq) and are applied once and in order [design/live-2]; the payload is the
 * recipient's view when it is sent [design/live-3].
 */
export interface LiveEvents {
  /** The booking moved, or its search changed. Subject: booking id. To: customer, driver, fleet admin, admins. */
  booking: BookingView
  /** An offer appeared, was renewed (OfferView) or is over (null). Subject: booking id. To: the one driver. */
  offer: { bookingId: string; offer: OfferView | null }
  /** A message to a person. Subject: notice id. To: that person. */
  notice: {
    id: string
    message: string
    params: Record<string, string | number>
    screen: Screen
    bookingId: string | null
    /** it has just happened, and its reader has not seen it: shown as a toast */
    fresh: boolean
  }
  /**
   * A chat has a new message, or a side has read further (message null). Subject: booking id, with `.` and the
   * message's number. To: the booking's customer and driver. `marks`: delivered and read numbers of the other side;
   * `unread`: of the reader.
   */
  chat: { bookingId: string; message: ChatMessage | null; marks: ChatMarks; unread: number }
  /** The settings changed. Subject: their version. To: everyone signed in. */
  settings: { version: number }
  /** A car type was added, changed, ordered or archived. Subject: `all`. To: everyone signed in. */
  'car-types': Record<string, never>
  /**
   * Something waits for the office, or no longer does. Subject: what. To: admins; of documents, also the driver's fleet
   * admin.
   */
  office: Record<string, never>
  /** A language or its texts changed. Subject: an id of the change. To: everyone signed in. */
  languages: Record<string, never>
  /** The wallet changed. Subject: user id. To: its owner. */
  wallet: { balance: number; currency: string }
}
export type LiveKind = keyof LiveEvents

/** The subjects of `office`. */
export type WaitingKind = 'withdrawals' | 'credits' | 'drivers' | 'documents' | 'safety' | 'traffic'

/** The screens a notice can open [notices-1]. */
export const screens = [
  'BookingCab',
  'BookedCab',
  'onlineChat',
  'wallet',
  'DriverTrips',
  'security',
  'documents',
] as const
export type Screen = (typeof screens)[number]

export type LiveEvent = {
  [K in LiveKind]: {
    readonly epoch: string
    readonly seq: number
    readonly kind: K
    readonly subject: string
    readonly payload: LiveEvents[K]
  }
}[LiveKind]

/** The last event a client has applied. */
export interface Mark {
  readonly epoch: string
  readonly seq: number
}

/** Socket messages from the server. */
export interface FromServer {
  /**
   * First message after connecting. `reset`: the mark is too old or of another epoch, so the client reloads everything
   * [design/live-7].
   */
  hello: (hello: { epoch: string; seq: number; reset: boolean; now: number }) => void
  event: (event: LiveEvent) => void
  /** latest wins, may be lost */
  position: (position: TripPosition) => void
  /** the other side of a booking writes; may be lost */
  typing: (typing: { bookingId: string }) => void
  /** The link ends because the person has opened too many newer ones [design/live-69]. */
  displaced: () => void
  /** the session ended elsewhere, or an admin needs a second step now; `gone`: its account was deleted */
  bye: (why: {
    key: 'not_logged_in' | 'require_approval' | 'account_suspended' | 'two_factor_required'
    gone?: true
  }) => void
}

/** Socket messages to the server. */
export interface FromClient {
  positions: (
    batch: { fixes: Fix[] },
    ack: (answer: PositionsSent | { error: { key: string; message: string } }) => void,
  ) => void
  typing: (typing: { bookingId: string }) => void
  /** The bookings that the page of an admin or fleet admin shows now: it gets their positions, at most 20. */
  follow: (shown: { bookingIds: readonly string[] }) => void
}

/** The most bookings that a link follows. */
export const mostFollowed = 20

/** Handshake: `auth: { token?, mark? }`; without a token the session cookie counts. */
export interface Handshake {
  readonly token?: string
  readonly mark?: Mark | null
}

/** Rooms of the live layer. The server derives them from the session; a client never names one [design/live-6]. */
export const room = {
  user: (id: string) => `user:${id}`,
  fleet: (fleetadmin: string) => `fleet:${fleetadmin}`,
  admins: 'role:admin',
  all: 'all',
  /** those in another room who follow this booking [design/live-73] */
  following: (name: string, booking: string) => `${name}/${booking}`,
}

/** The rooms a signed-in person joins. */
export const roomsOf = ({ id, role }: { readonly id: string; readonly role: Role }): string[] => [
  room.user(id),
  room.all,
  ...(role === 'fleetadmin' ? [room.fleet(id)] : []),
  ...(role === 'admin' ? [room.admins] : []),
]

/** The rooms in which the office follows bookings. */
export const followRoomsOf = ({ id, role }: { readonly id: string; readonly role: Role }): string[] =>
  role === 'admin' ? [room.admins] : role === 'fleetadmin' ? [room.fleet(id)] : []

/** The rooms that get a booking's events. Drivers with an offer get events of the offer, not of the booking. */
export const bookingAudience = (booking: {
  customer: string
  driver: string | null
  fleetadmin: string | null
}): string[] => [
  room.user(booking.customer),
  ...(booking.driver === null ? [] : [room.user(booking.driver)]),
  ...(booking.fleetadmin === null ? [] : [room.fleet(booking.fleetadmin)]),
  room.admins,
]
