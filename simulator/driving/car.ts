import type { CallFunction } from '@remis/domain/kit/call'
import type { LatLng } from '@remis/domain/kit/distance'
import { placesApi } from '@remis/domain/places/places-api'
import type { PositionFeed } from './position-feed.ts'
import type { Rest } from '../rest.ts'
import { layOut, placeAt, secondsNear, type Walk } from './route-walker.ts'

/** One car of the city. */
export interface Car {
  readonly call: CallFunction
  readonly feed: PositionFeed
  readonly rest: Rest
  /** how many times faster than real time the city runs */
  readonly speed: number
  at: LatLng
}

interface DriveOptions {
  /** all positions of a trip are kept, because the fare depends on them */
  readonly onTrip: boolean
  /** ms of real time between two positions */
  readonly stepMs: number
  /** false ends the drive where the car is */
  readonly isActive: () => boolean
}

/** The longest time of one step, in steps: after the computer slept the car does not jump. */
const longestSteps = 3

/** Drives in real time × `speed` from the point of the route nearest to the car; true on arrival. */
export const drive = async (car: Car, walk: Walk, { onTrip, stepMs, isActive }: DriveOptions): Promise<boolean> => {
  let driven = secondsNear(walk, car.at)
  let before = Date.now()
  for (;;) {
    const place = placeAt(walk, driven)
    car.at = place
    car.feed.push(place, Date.now(), onTrip)
    if (place.there) return true
    await car.rest.for(stepMs)
    if (!isActive()) return false
    const now = Date.now()
    driven += (Math.min(now - before, longestSteps * stepMs) / 1000) * car.speed
    before = now
  }
}

/** The route by road. Throws AppError when there is none. */
export const findRoute = async (call: CallFunction, from: LatLng, to: LatLng): Promise<Walk> => {
  const plain = ({ lat, lng }: LatLng) => ({ lat, lng })
  const { coords, duration } = await call(placesApi.getRoute, { body: { start: plain(from), dest: plain(to) } })
  return layOut(
    coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })),
    duration,
  )
}

const repeatMs = 15_000

/**
 * Waits for `ms` and repeats its position now and then, so that it stays fresh; ends early when `isActive` is false.
 */
export const park = async (car: Car, ms: number, { onTrip, isActive }: Omit<DriveOptions, 'stepMs'>): Promise<void> => {
  const until = Date.now() + ms
  while (isActive()) {
    const left = until - Date.now()
    if (left <= 0) return
    await car.rest.for(Math.min(left, repeatMs))
    const last = car.feed.last()
    if (isActive() && left > repeatMs && last !== undefined) car.feed.push(last, Date.now(), onTrip)
  }
}
