import type { Booking } from '../booking/booking.ts'
import { knownEnd } from '../booking/booking-status.ts'
import { busyStatuses } from '../booking/statuses.ts'
import type { LatLng } from '../kit/distance.ts'

/**
 * How an alert began: a person held the panic button, asked for help when asked, or did not answer the question whether
 * everything is all right.
 */
export const alertKinds = ['panic', 'help', 'unanswered'] as const
export type AlertKind = (typeof alertKinds)[number]

export const alertStates = ['open', 'taken', 'closed'] as const
export type AlertState = (typeof alertStates)[number]

/** How the office closes an alert. */
export const alertOutcomes = ['false-alarm', 'helped', 'emergency-services', 'not-reached'] as const
export type AlertOutcome = (typeof alertOutcomes)[number]

/** Lines of an alert's timeline. */
export const alertEvents = [
  'pressed',
  'sent',
  'again',
  'position',
  'unanswered',
  'fine',
  'taken',
  'note',
  'closed',
] as const
export type AlertEvent = (typeof alertEvents)[number]

/** Red, with sound in the office until an admin acknowledges it [design/safety-10]. */
export const isUrgent = (kind: AlertKind): boolean => kind !== 'unanswered'

/** The sides of a trip that can raise an alert. */
export const alertRoles = ['rider', 'driver'] as const
export type AlertRole = (typeof alertRoles)[number]

/** An alert that was pressed during the trip is taken for this long after its end, ms [design/safety-2]. */
const lateMs = 30 * 60_000
/** A position older than this at the time of the press is not used, ms. */
const positionFreshMs = 15 * 60_000
/** Presses of an alert that are closer together are one, ms. */
export const againMs = 5000
/** Lines that one person can add to the timeline of one alert by pressing again. */
export const mostPresses = 30

type Trip = Pick<Booking, 'status' | 'driver' | 'acceptedAt' | 'endTime' | 'reachedAt' | 'cancelledAt'>

/** Whether the panic button is on the screen: a driver has the trip, and it has not ended. */
export const isOnTrip = ({ status, driver }: Pick<Booking, 'status' | 'driver'>): boolean =>
  driver !== null && busyStatuses.includes(status)

/**
 * Whether an alert of this trip is taken at `now`: during the trip, and for half an hour after its end where it was
 * pressed before it and could not be sent [design/safety-2]. ms
 */
export const takesAlert = (trip: Trip, pressedAt: number, now: number): boolean => {
  if (isOnTrip(trip)) return true
  const end = trip.status === 'CANCELLED' ? trip.cancelledAt : knownEnd(trip)
  return trip.driver !== null && end !== null && pressedAt <= end && now < end + lateMs
}

/** A position that a phone claims. `at` in ms, `accuracy` in metres. */
export interface ClaimedPosition extends LatLng {
  readonly at: number
  readonly accuracy: number | null
}

/** The claimed time of the press, limited to the trip and not in the future. ms */
export const pressTime = (trip: Trip, claimed: number, now: number): number =>
  Math.max(trip.acceptedAt ?? now, Math.min(claimed, now))

/** The claimed position, its time not in the future; null when it is too old. */
export const positionOf = (claimed: ClaimedPosition | null, pressedAt: number, now: number): ClaimedPosition | null =>
  claimed === null || claimed.at < pressedAt - positionFreshMs ? null : { ...claimed, at: Math.min(claimed.at, now) }

/**
 * What another press of an open alert adds to its timeline; null: nothing. Each changes the position [design/safety-3].
 */
export const repeatOf = (
  alert: { readonly pressedAt: number; readonly presses: number },
  pressedAt: number,
): 'again' | null => (pressedAt > alert.pressedAt + againMs && alert.presses < mostPresses ? 'again' : null)
