import type { Booking } from '../booking/booking.ts'
import type { FareFlag } from '../booking/final-fare/fare-flags.ts'
import { roadClasses, type FreeSeconds, type RoadClass } from './road-classes.ts'

/** The way between two places of a finished trip: times in ms since 1970, and its seconds without traffic. */
export interface DrivenStretch {
  readonly from: number
  readonly to: number
  readonly free: FreeSeconds
}

/** The sample of a trip for a class of road in an hour. */
export interface TripSample {
  readonly roadClass: RoadClass
  /** ms since 1970, when the first stretch of it began */
  readonly at: number
  /** driven seconds by those without traffic */
  readonly ratio: number
  /** without traffic */
  readonly seconds: number
}

export interface SampleOptions {
  /** the number of the hour of a time in ms; stretches of one hour are added up */
  readonly hourAt: (at: number) => number
  /** how many times faster than real time the trip was driven (`simulatedSpeed`) */
  readonly speed: number
}

/** A stretch counts for a class that has this share of its time. */
const mostOfIt = 0.8
/** A stretch that took longer than this is a stop that the traffic did not cause. */
const stopFactor = 8
const stopSeconds = 90
/** Faster than this many times the usual speed: the times or the roads are wrong. */
const fastest = 3
/** Fewer seconds of driving (without traffic) on a class in an hour are not a sample. */
const leastSeconds = 30

/** Flags of a track that is not trusted. A fare above the quote is not among them: traffic can cause it. */
const useless: readonly FareFlag[] = [
  'no-track',
  'match-failed',
  'implausible-distance',
  'too-fast',
  'short-trip',
  'capped',
]

/** Whether a trip counts for traffic: it has a driver, has ended, and its track is reliable [design/maps-137]. */
export const isLearnedFrom = ({ endTime, driver, fareFlags }: Pick<Booking, 'endTime' | 'driver' | 'fareFlags'>) =>
  endTime !== null && driver !== null && !fareFlags.some((flag) => useless.includes(flag))

/**
 * The samples of a trip, one per class of road and hour. The first and the last stretch do not count: people get in and
 * out there. Nor do stops, and stretches without a class [design/maps-137].
 */
export const samplesOf = (stretches: readonly DrivenStretch[], { hourAt, speed }: SampleOptions): TripSample[] => {
  const sums = new Map<string, { roadClass: RoadClass; at: number; driven: number; seconds: number }>()
  for (const stretch of stretches.slice(1, -1)) {
    const roadClass = roadClasses.find((one) => stretch.free[one] >= mostOfIt * totalOf(stretch.free))
    const seconds = totalOf(stretch.free)
    const driven = ((stretch.to - stretch.from) / 1000) * speed
    const stopped = driven > stopFactor * seconds + stopSeconds
    if (roadClass === undefined || seconds <= 0 || stopped || driven * fastest < seconds) continue
    const key = `${roadClass} ${hourAt(stretch.from)}`
    const sum = sums.get(key) ?? { roadClass, at: stretch.from, driven: 0, seconds: 0 }
    sums.set(key, { ...sum, driven: sum.driven + driven, seconds: sum.seconds + seconds })
  }
  return [...sums.values()].flatMap(({ roadClass, at, driven, seconds }) =>
    seconds < leastSeconds ? [] : [{ roadClass, at, ratio: driven / seconds, seconds }],
  )
}

const totalOf = (free: FreeSeconds): number => Object.values(free).reduce((sum, part) => sum + part, 0)
