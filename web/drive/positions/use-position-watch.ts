import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect, useState } from 'react'
import { serverNow } from '../../platform/api/server-clock.ts'
import { sendPosition } from './driver-positions.ts'
import { watchPosition } from './watch-position.ts'

export interface Whereabouts {
  readonly state: 'off' | 'locating' | 'live' | 'lost' | 'denied' | 'missing'
  readonly at: LatLng | null
  readonly heading: number | null
}

const nowhere: Whereabouts = { state: 'off', at: null, heading: null }
const able = 'geolocation' in navigator
const locating: Whereabouts = { state: 'locating', at: null, heading: null }

/** Watches the device's position while `on` and queues each reading for sending. */
export const usePositionWatch = (on: boolean): Whereabouts => {
  const [where, setWhere] = useState<Whereabouts>(locating)

  useEffect(() => {
    if (!on || !able) return
    const stop = watchPosition({
      geolocation: navigator.geolocation,
      serverNow,
      send: sendPosition,
      onWhere: (found) => {
        if (found.state === 'denied') setWhere({ ...nowhere, state: 'denied' })
        else if (found.state === 'lost') setWhere((held) => ({ ...held, state: held.at ? 'lost' : 'locating' }))
        else {
          const { lat, lng, heading } = found.reading
          setWhere({ state: 'live', at: { lat, lng }, heading: heading ?? null })
        }
      },
    })
    return () => {
      stop()
      setWhere(locating)
    }
  }, [on])

  return on ? (able ? where : { ...nowhere, state: 'missing' }) : nowhere
}
