import type { CallFunction } from '@remis/domain/kit/call'
import type { LatLng } from '@remis/domain/kit/distance'
import { placesApi } from '@remis/domain/places/places-api'
import type { PositionFeed } from './position-feed.ts'
import type { Rest } from '../rest.ts'
import { layOut, placeAt, secondsNear, type Walk } from './route-walker.ts'

/** One car of the city: where it is and how it moves. */
export interface Car {
  readonly call: CallFunction
  readonly feed: PositionFeed
  readonly rest: Rest
  /** how many times faster than life time runs */
  readonly speed: number
  at: LatLng
}

interface Manner {
  /** the positions of a trip are all kept, since the fare hangs on them */
  readonly onTrip: boolean
  /** ms of real time between two positions */
  readonly stepMs: number
  /** false ends the drive where the car is */
  readonly goOn: () => boolean
}

/** After a computer's sleep the car goes on from where it was, it does not jump. */
const longestSteps = 3

/** Drives along real time times `speed` from the point of the walk nearest to the car; true when it is there. */
export const drive = async (car: Car, walk: Walk, { onTrip, stepMs, goOn }: Manner): Promise<boolean> => {
  let driven = secondsNear(walk, car.at)
  let before = Date.now()
  for (;;) {
    const place = placeAt(walk, driven)
    car.at = place
    car.feed.push(place, Date.now(), onTrip)
    if (place.there) return true
    await car.rest.for(stepMs)
    if (!goOn()) return false
    const now = Date.now()
    driven += (Math.min(now - before, longestSteps * stepMs) / 1000) * car.speed
    before = now
  }
}

/** The way along real roads. Throws AppError where there is none. */
export const findWay = async (call: CallFunction, from: LatLng, to: LatLng): Promise<Walk> => {
  const plain = ({ lat, lng }: LatLng) => ({ lat, lng })
  const { coords, duration } = await call(placesApi.getRoute, { body: { start: plain(from), dest: plain(to) } })
  return layOut(
    coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })),
    duration,
  )
}

const tellAgainMs = 15_000

/** Stands for `ms` and tells its position now and then, so that it stays fresh; ends early when `goOn` says no. */
export const stand = async (car: Car, ms: number, { onTrip, goOn }: Omit<Manner, 'stepMs'>): Promise<void> => {
  const until = Date.now() + ms
  while (goOn()) {
    const left = until - Date.now()
    if (left <= 0) return
    await car.rest.for(Math.min(left, tellAgainMs))
    const last = car.feed.last()
    if (goOn() && left > tellAgainMs && last !== undefined) car.feed.push(last, Date.now(), onTrip)
  }
}
