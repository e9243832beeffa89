import type { LatLng } from '@remis/domain/kit/distance'
import { placesCalls } from '@remis/domain/places/places-routes'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pathOf, project } from '../ui/map/path.ts'
import { call } from './call.ts'

/** Beside the way by more than this the driver has chosen another, metres. */
const strayed = 120
/** Asking is a routing call: not more often than this, ms. */
const pause = 20_000

/** The way from a moving point to a fixed one; asked anew only when the mover has left it. Null until it is known. */
export const useRouteTo = (from: LatLng | null, to: LatLng | null): readonly LatLng[] | null => {
  const [found, setFound] = useState<{ readonly goal: string; readonly line: readonly LatLng[] } | null>(null)
  const asked = useRef({ at: 0, goal: '' })
  const goal = to === null ? '' : `${to.lat},${to.lng}`
  const line = found !== null && found.goal === goal ? found.line : null
  const path = useMemo(() => (line === null ? null : pathOf(line)), [line])

  useEffect(() => {
    if (from === null || to === null) return
    if (path !== null && project(path, from).off < strayed) return
    const now = Date.now()
    if (asked.current.goal === goal && now - asked.current.at < pause) return
    asked.current = { at: now, goal }
    call(placesCalls.getRoute, {
      body: { start: { lat: from.lat, lng: from.lng }, dest: { lat: to.lat, lng: to.lng } },
    })
      .then(({ coords }) =>
        setFound({ goal, line: coords.map(({ latitude, longitude }) => ({ lat: latitude, lng: longitude })) }),
      )
      .catch(() => undefined) // the map shows both points without the line; the next position asks again
  }, [from, to, goal, path])

  return line
}
