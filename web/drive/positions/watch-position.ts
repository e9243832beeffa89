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
/** Devices report a position when it changes. One that has been silent this long is asked for one, ms. */
const askAfter = 60_000
/** A reading older than this is not repeated, ms. */
const tooOld = 5 * 60_000

const exactly = { enableHighAccuracy: true, timeout: 20_000 }

/**
 * Sends each reading of the device, and repeats the last one while the car does not move. A device that has reported
 * nothing for a minute is asked until it answers: otherwise a parked car would get no more requests
 * [design/tracking-2]. Returns a function that ends the watch.
 */
export const watchPosition = ({ geolocation, serverNow, send, onWhere }: Device): (() => void) => {
  let last: { readonly reading: Reading; readonly receivedAt: number } | null = null
  let asking = false

  const pass = (reading: Reading, receivedAt: number) => {
    // by the server's clock, and strictly ascending
    const at = Math.max(reading.at, (last?.reading.at ?? 0) + 1)
    last = { reading: { ...reading, at }, receivedAt }
    send(last.reading)
  }
  const onPosition = (position: GeolocationPosition) => {
    asking = false
    const reading = readingOf(position, serverNow())
    onWhere({ state: 'live', reading })
    if (last !== null && reading.at - last.reading.at < gap) last = { ...last, receivedAt: Date.now() }
    else pass(reading, Date.now())
  }
  const onFailure = (error: GeolocationPositionError) => {
    asking = false
    onWhere({ state: error.code === error.PERMISSION_DENIED ? 'denied' : 'lost' })
  }

  const watch = geolocation.watchPosition(onPosition, onFailure, { ...exactly, maximumAge: 1000 })
  const timer = setInterval(() => {
    if (last === null) return
    const silent = Date.now() - last.receivedAt
    if (silent > askAfter && !asking) {
      asking = true
      geolocation.getCurrentPosition(onPosition, onFailure, { ...exactly, maximumAge: 0 })
    }
    if (silent <= tooOld && serverNow() - last.reading.at >= again - 500)
      pass({ ...last.reading, at: serverNow(), speed: 0 }, last.receivedAt)
  }, again / 3)
  return () => {
    geolocation.clearWatch(watch)
    clearInterval(timer)
  }
}

const readingOf = ({ coords, timestamp }: GeolocationPosition, now: number): Reading => {
  const { accuracy, heading, speed } = coords
  return {
    at: Math.round(now - Math.max(0, Date.now() - timestamp)),
    lat: coords.latitude,
    lng: coords.longitude,
    ...(Number.isFinite(accuracy) ? { accuracy: Math.min(accuracy, 100_000) } : {}),
    ...(heading !== null && Number.isFinite(heading) ? { heading } : {}),
    ...(speed !== null && Number.isFinite(speed) ? { speed: Math.min(Math.max(speed, 0), 1000) } : {}),
  }
}
