import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect, useState } from 'react'
import { serverNow } from '../../platform/live/live.ts'
import { sendPosition } from './driver-positions.ts'
import type { Reading } from './position-queue.ts'

export interface Whereabouts {
  readonly state: 'off' | 'locating' | 'live' | 'lost' | 'denied' | 'missing'
  readonly at: LatLng | null
  readonly heading: number | null
}

/** The last position is sent again after this long, so that a parked car stays fresh for dispatch, ms. */
const again = 15_000
/** Readings closer together than this are skipped, ms. */
const gap = 1500
/** A reading older than this is not repeated, ms. */
const tooOld = 5 * 60_000

const nowhere: Whereabouts = { state: 'off', at: null, heading: null }
const able = 'geolocation' in navigator
const locating: Whereabouts = { state: 'locating', at: null, heading: null }

/** Watches the device's position while `on` and queues each reading for sending. */
export const usePositionWatch = (on: boolean): Whereabouts => {
  const [where, setWhere] = useState<Whereabouts>(locating)

  useEffect(() => {
    if (!on || !able) return
    let last: { reading: Reading; receivedAt: number } | null = null
    const pass = (reading: Reading) => {
      // by the server's clock, and strictly ascending
      const at = Math.max(reading.at, (last?.reading.at ?? 0) + 1)
      last = { reading: { ...reading, at }, receivedAt: last?.receivedAt ?? Date.now() }
      sendPosition(last.reading)
    }
    const onPosition = (position: GeolocationPosition) => {
      const reading = readingOf(position)
      setWhere({ state: 'live', at: { lat: reading.lat, lng: reading.lng }, heading: reading.heading ?? null })
      if (last !== null && reading.at - last.reading.at < gap) return
      pass(reading)
      last!.receivedAt = Date.now()
    }
    const failed = (error: GeolocationPositionError) => {
      const denied = error.code === error.PERMISSION_DENIED
      setWhere((held) => (denied ? { ...nowhere, state: 'denied' } : { ...held, state: held.at ? 'lost' : 'locating' }))
    }
    const watch = navigator.geolocation.watchPosition(onPosition, failed, {
      enableHighAccuracy: true,
      maximumAge: 1000,
      timeout: 20_000,
    })
    const timer = setInterval(() => {
      if (last === null || Date.now() - last.receivedAt > tooOld || serverNow() - last.reading.at < again - 500) return
      pass({ ...last.reading, at: serverNow(), speed: 0 })
    }, again / 3)
    return () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
      setWhere(locating)
    }
  }, [on])

  return on ? (able ? where : { ...nowhere, state: 'missing' }) : nowhere
}

const readingOf = ({ coords, timestamp }: GeolocationPosition): Reading => {
  const { accuracy, heading, speed } = coords
  return {
    at: Math.round(serverNow() - Math.max(0, Date.now() - timestamp)),
    lat: coords.latitude,
    lng: coords.longitude,
    ...(Number.isFinite(accuracy) ? { accuracy: Math.min(accuracy, 100_000) } : {}),
    ...(heading !== null && Number.isFinite(heading) ? { heading } : {}),
    ...(speed !== null && Number.isFinite(speed) ? { speed: Math.min(Math.max(speed, 0), 1000) } : {}),
  }
}
