import type { Reading } from './position-queue.ts'

export type Where =
  | { readonly state: 'live'; readonly reading: Reading }
  | { readonly state: 'denied' }
  /** no reading for now; the last one stays on the map */
  | { readonly state: 'lost' }

interface Device {
  readonly geolocation: Pick<Geolocation, 'watchPosition' | 'clearWatch' | 'getCurrentPosition'>
  /** ms of the server's clock */
  readonly serverNow: () => number
  readonly send: (reading: Reading) => void
  readonly onWhere: (where: Where) => void
}

/** The last position is sent again after this long, so that a parked car stays fresh for dispatch, ms. */
const again = 15_000
/** Readings closer together than this are skipped, ms. */
const gap = 1500
/**
 * Devices report a position when it changes. One that has been silent this long is asked for one, ms: early enough for
 * an answer before the reading is too old to show where the driver is [design/moves-70].
 */
const askAfter = 30_000
/** A reading older than this is not repeated, ms. */
const tooOld = 5 * 60_000

const exactly = { enableHighAccuracy: true, timeout: 20_000 }

/**
 * Sends each reading of the device, and repeats the last one while the car does not move; a repeat says when the device
 * gave the reading. A device that has reported nothing for half a minute is asked until it answers: otherwise a parked
 * car would get no more requests. Nothing is repeated once the driver has switched the location off
 * [design/tracking-55]. Returns a function that ends the watch.
 */
export const watchPosition = ({ geolocation, serverNow, send, onWhere }: Device): (() => void) => {
  let last: { readonly reading: Reading; readonly readAt: number; readonly receivedAt: number } | null = null
  let asking = false
  let allowed = true
  /** The device's clock is ahead of the times of its readings by this much, ms. */
  let ahead = Infinity

  /** When a reading was made, by the server's clock. The youngest of the watch shows how far the clock is ahead. */
  const madeAt = ({ timestamp }: GeolocationPosition): number => {
    const age = Date.now() - timestamp
    ahead = Math.max(0, Math.min(ahead, age))
    return Math.round(serverNow() - Math.max(0, age - ahead))
  }
  /** A time in the future was taken before the clock was corrected and must hold back no reading [design/live-67]. */
  const lastAt = () => (last === null || last.reading.at > serverNow() + gap ? -Infinity : last.reading.at)
  /** by the server's clock, and strictly ascending */
  const after = (at: number) => Math.max(at, lastAt() + 1)
  const take = (reading: Reading) => {
    asking = false
    allowed = true
    const times = { readAt: reading.at, receivedAt: Date.now() }
    onWhere({ state: 'live', reading })
    // Not sent yet: the next repeat brings the newer place.
    if (last !== null && reading.at - lastAt() < gap) last = { reading: { ...reading, at: last.reading.at }, ...times }
    else {
      last = { reading: { ...reading, at: after(reading.at) }, ...times }
      send(last.reading)
    }
  }
  const onPosition = (position: GeolocationPosition) => take(readingOf(position, madeAt(position)))
  /** With `maximumAge: 0` the device returns a current position, even if its timestamp is old. */
  const onAnswer = (position: GeolocationPosition) => take(readingOf(position, Math.round(serverNow())))
  const onFailure = (error: GeolocationPositionError) => {
    asking = false
    allowed = error.code !== error.PERMISSION_DENIED
    onWhere({ state: allowed ? 'lost' : 'denied' })
  }

  const watch = geolocation.watchPosition(onPosition, onFailure, { ...exactly, maximumAge: 1000 })
  const timer = setInterval(() => {
    if (last === null) return
    // A device clock that was set back would count below zero.
    const silent = Math.abs(Date.now() - last.receivedAt)
    if (silent > askAfter && !asking) {
      asking = true
      geolocation.getCurrentPosition(onAnswer, onFailure, { ...exactly, maximumAge: 0 })
    }
    if (allowed && silent <= tooOld && serverNow() - lastAt() >= again - 500) {
      last = { ...last, reading: { ...last.reading, at: after(serverNow()), readAt: last.readAt, speed: 0 } }
      send(last.reading)
    }
  }, again / 3)
  return () => {
    geolocation.clearWatch(watch)
    clearInterval(timer)
  }
}

const readingOf = ({ coords }: GeolocationPosition, at: number): Reading => {
  const { accuracy, heading, speed } = coords
  return {
    at,
    lat: coords.latitude,
    lng: coords.longitude,
    ...(Number.isFinite(accuracy) ? { accuracy: Math.min(accuracy, 100_000) } : {}),
    ...(heading !== null && Number.isFinite(heading) ? { heading } : {}),
    ...(speed !== null && Number.isFinite(speed) ? { speed: Math.min(Math.max(speed, 0), 1000) } : {}),
  }
}
