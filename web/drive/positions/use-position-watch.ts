import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect } from 'react'
import { serverNow } from '../../platform/api/server-clock.ts'
import { makeSharedValue } from '../../platform/page/shared-value.ts'
import { sendPosition } from './driver-positions.ts'
import { watchPosition, type Where } from './watch-position.ts'

export interface Whereabouts {
  readonly state: 'off' | 'locating' | 'live' | 'lost' | 'denied' | 'missing'
  readonly at: LatLng | null
  readonly heading: number | null
}

const nowhere: Whereabouts = { state: 'off', at: null, heading: null }
const locating: Whereabouts = { ...nowhere, state: 'locating' }
const able = 'geolocation' in navigator

const whereabouts = makeSharedValue(nowhere)

/** Where the device of the driver is; `off` while no page watches it. */
export const useWhereabouts = whereabouts.useValue

/** Watches the device's position while `on` and queues each reading for sending. */
export const usePositionWatch = (on: boolean): void => {
  useEffect(() => {
    if (!on) return
    whereabouts.set(able ? locating : { ...nowhere, state: 'missing' })
    const stop = able
      ? watchPosition({ geolocation: navigator.geolocation, serverNow, send: sendPosition, onWhere: setWhere })
      : undefined
    return () => {
      stop?.()
      whereabouts.set(nowhere)
    }
  }, [on])
}

const setWhere = (found: Where): void => {
  if (found.state === 'denied') return whereabouts.set({ ...nowhere, state: 'denied' })
  if (found.state === 'lost') {
    const held = whereabouts.now()
    return whereabouts.set({ ...held, state: held.at ? 'lost' : 'locating' })
  }
  const { lat, lng, heading } = found.reading
  whereabouts.set({ state: 'live', at: { lat, lng }, heading: heading ?? null })
}
