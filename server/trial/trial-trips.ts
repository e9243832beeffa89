import type { LatLng } from '@remis/domain/kit/distance'
import type { TrialCarType } from './trial-people.ts'

/** Well-known corners of the trial city. */
const corners = {
  terminal: { lat: -34.8942, lng: -56.1663 },
  plaza: { lat: -34.9066, lng: -56.1996 },
  market: { lat: -34.9077, lng: -56.2109 },
  palace: { lat: -34.8917, lng: -56.1871 },
  pocitos: { lat: -34.9113, lng: -56.151 },
  point: { lat: -34.9227, lng: -56.1594 },
  park: { lat: -34.8953, lng: -56.1541 },
  faculty: { lat: -34.9179, lng: -56.1667 },
  cordon: { lat: -34.9033, lng: -56.1776 },
} satisfies Record<string, LatLng>

export interface TrialTrip {
  /** parts of the emails before the @ */
  readonly rider: string
  readonly driver: string
  readonly carType: TrialCarType
  readonly from: LatLng
  readonly to: LatLng
  readonly daysAgo: number
  /** in the operator's day, written in UTC */
  readonly hour: number
  readonly stars?: number
  readonly feedback?: string
  /** the rider cancelled after this many minutes; position of the reason */
  readonly gaveUp?: { readonly minutes: number; readonly reason: number }
}

const trip = (
  rider: string,
  driver: string,
  carType: TrialCarType,
  from: keyof typeof corners,
  to: keyof typeof corners,
  daysAgo: number,
  hour: number,
  end: Pick<TrialTrip, 'stars' | 'feedback' | 'gaveUp'> = {},
): TrialTrip => ({
  rider: `rider.${rider}`,
  driver: `driver.${driver}`,
  carType,
  from: corners[from],
  to: corners[to],
  daysAgo,
  hour,
  ...end,
})

/** The last month of the trial city, oldest first. */
export const trialTrips: readonly TrialTrip[] = [
  trip('one', 'one', 'Economy', 'plaza', 'terminal', 27, 13, { stars: 5, feedback: 'Right on time' }),
  trip('two', 'three', 'Comfort', 'pocitos', 'plaza', 24, 21, { stars: 4 }),
  trip('three', 'four', 'XL', 'terminal', 'point', 21, 16, { stars: 5 }),
  trip('one', 'two', 'Economy', 'terminal', 'faculty', 18, 11, { stars: 4 }),
  trip('four', 'six', 'Comfort', 'market', 'park', 16, 23, { stars: 5, feedback: 'Calm driving' }),
  trip('two', 'one', 'Economy', 'cordon', 'point', 14, 14, { stars: 5 }),
  trip('five', 'seven', 'Economy', 'palace', 'pocitos', 12, 12, { gaveUp: { minutes: 4, reason: 1 } }),
  trip('six', 'eight', 'XL', 'plaza', 'pocitos', 10, 18, { stars: 3, feedback: 'A little late' }),
  trip('one', 'nine', 'Comfort', 'faculty', 'plaza', 8, 20, { stars: 5 }),
  trip('three', 'ten', 'Economy', 'point', 'terminal', 6, 10, { stars: 4 }),
  trip('four', 'one', 'Economy', 'park', 'market', 5, 15, { stars: 5 }),
  trip('two', 'eleven', 'Comfort', 'terminal', 'palace', 4, 19),
  trip('one', 'thirteen', 'Economy', 'plaza', 'pocitos', 3, 22, { stars: 5 }),
  trip('five', 'five', 'Economy', 'cordon', 'park', 2, 13, { stars: 4 }),
]

/** A booking for later; its time is in the operator's zone. */
export const trialTomorrow = {
  rider: 'rider.three',
  carType: 'Comfort',
  from: corners.pocitos,
  to: corners.terminal,
  time: '09:30',
} as const satisfies Pick<TrialTrip, 'rider' | 'carType' | 'from' | 'to'> & { time: string }
